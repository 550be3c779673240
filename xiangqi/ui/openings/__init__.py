"""The place of openings: the explorer, games, the player's own lines, and their training."""
