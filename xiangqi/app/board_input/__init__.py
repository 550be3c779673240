"""The player's hand: selecting, dragging and typing moves, and why a move is refused."""
