"""Evaluation of positions: the network, the handcrafted terms, and endings known to be won."""
