"""Exercises: the shipped pack, own mistakes, courses, classics, and the rating; without any window."""
