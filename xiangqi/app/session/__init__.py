"""The parts that every game needs: the state, the document on the board, data derived from them, handlers."""
