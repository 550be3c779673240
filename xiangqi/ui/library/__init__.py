"""The library panel: the player's games, statistics, search and import."""
