"""Moves entered by the player: selecting, dragging and typing, and why a move is refused."""
