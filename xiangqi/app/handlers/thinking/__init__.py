"""Engines: their replies, analysis, review, the list of them."""
