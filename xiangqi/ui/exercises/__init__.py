"""Exercises, courses, puzzles and classics."""
