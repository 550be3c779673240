"""Analysis: lines, arrows, graph and review."""
