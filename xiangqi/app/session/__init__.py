"""The core of the session: its state, the document on the board, data derived from them, and handlers."""
