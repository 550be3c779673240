"""Positions and moves in words, for those who hear the game instead of seeing it."""
