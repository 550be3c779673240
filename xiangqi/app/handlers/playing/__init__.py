"""What a player does in a game, and what becomes of it."""
