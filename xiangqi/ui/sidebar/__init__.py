"""The column beside the board: players, moves, analysis, review."""
