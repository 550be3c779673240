"""The search: from deepening over threads to the order of moves."""
