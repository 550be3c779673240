"""Files, lists of games, comments and what is written about a game."""
