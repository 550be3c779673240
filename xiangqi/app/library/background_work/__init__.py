"""Reviews that wait, for the worker that keeps games."""
