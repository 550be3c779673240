"""The search: iterative deepening, threads, time, pruning, the order of moves, mates and blunders."""
