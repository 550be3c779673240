"""The panels of external engines."""
