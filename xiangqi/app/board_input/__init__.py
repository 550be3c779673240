"""Input on the board: moves on the player's turn or ahead of it, why moves are refused, and typed questions."""
