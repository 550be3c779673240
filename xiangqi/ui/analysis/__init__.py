"""Lines of an analysis, arrows, graph and review."""
