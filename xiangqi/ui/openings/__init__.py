"""Openings: the explorer, games, the player's own lines, and their training."""
