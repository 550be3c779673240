"""Exercises, puzzles and classics on the board, and what they change of the rating."""
