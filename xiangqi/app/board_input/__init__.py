"""Moves entered by the player, in turn or ahead: selecting, dragging, typing, and refusals."""
