"""Engine searches and the list of external engines."""
