"""The game beside the board: new game, players, moves, its end."""
