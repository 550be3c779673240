"""The game that is played: its players, its clock, its moves and its end."""
