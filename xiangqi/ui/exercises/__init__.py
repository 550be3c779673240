"""Exercises, courses, puzzles and the rating."""
