"""Fuzzing: the targets, the making and watching of inputs, and the minimising of those that fail."""
