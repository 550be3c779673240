"""Exercises and puzzles on the board."""
