"""Home, New game, what stands beside the board of a game, its end, and the rules."""
