"""Files, lists of games, comments and headers."""
