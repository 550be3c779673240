"""How the pack of exercises is made: composing mates, mining games, measuring, choosing."""
