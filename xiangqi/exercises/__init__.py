"""Exercises: the shipped pack, one's own mistakes, courses, and the rating. No window."""
