"""Exercises: the shipped pack, the player's mistakes, courses, classics, and the rating; without any window."""
