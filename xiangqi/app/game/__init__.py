"""The current game: its terms, its clock, its moves, its end and its journal; quitting."""
