"""The drawn board: wood, pieces, marks and motion. It is independent of the session."""
