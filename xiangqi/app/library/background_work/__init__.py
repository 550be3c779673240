"""Work of the worker that keeps games: the reviews that wait for theirs."""
