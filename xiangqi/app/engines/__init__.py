"""Searches of engines, and the list of external engines."""
