"""The workers that run engines, and the list of external engines."""
