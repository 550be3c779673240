"""The first lessons: what is read and done on the board, and how far one is."""
