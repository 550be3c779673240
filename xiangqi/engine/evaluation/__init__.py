"""Evaluation of positions: the network, the handcrafted terms, and endgame tables at the root."""
