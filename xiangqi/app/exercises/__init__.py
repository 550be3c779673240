"""Exercises, puzzles and classics on the board, and their effect on the rating."""
