"""The drawn board: geometry, wood, pieces, marks and motion. Knows no session."""
