"""The game beside the board: new game, players, moves and result."""
