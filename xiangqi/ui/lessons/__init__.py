"""The first lessons: their list, the column beside the board, and the marks on it."""
