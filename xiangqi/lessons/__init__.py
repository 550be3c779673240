"""The first lessons, practised on the board: how the pieces move, and what check and mate are."""
