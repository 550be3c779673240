"""The palette, in which places, games, lessons, openings, settings and commands are found by their words."""
