"""Home, New game, the columns beside the board of a game, its end, and the rules."""
