"""What search and evaluation share: the engine's slots of the state, numbers, names, levels."""
