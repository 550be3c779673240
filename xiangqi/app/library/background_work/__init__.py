"""The work of the worker that keeps games: reviews that wait for their games."""
