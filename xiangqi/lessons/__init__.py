"""The first lessons: how the pieces move, what check and mate are, each done by hand on the board."""
