"""The making of the pack of exercises: composing mates, mining games, measuring, choosing, checking."""
