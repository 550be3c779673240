"""The palette, in which pages, actions, games and more are found as the player types."""
