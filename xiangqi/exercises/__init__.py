"""Exercises: the shipped pack, the player's own mistakes, courses, and the rating; without any window."""
