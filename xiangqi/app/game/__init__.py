"""The current game: its players, its clock, its moves and its end."""
