"""The search: iterative deepening, threads, pruning and the order of moves."""
