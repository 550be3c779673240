"""What goes in and out of `update`: intents of the player, events of the world, effects."""
