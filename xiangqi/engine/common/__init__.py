"""The shared parts of search and evaluation: the engine's slots of the state, numbers, names, levels."""
