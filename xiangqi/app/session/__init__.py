"""What every game needs: the state, the document on the board, what is derived from them, and handlers."""
