"""Analysis: the engine's lines, arrows and bar, the graph, the review and its story."""
