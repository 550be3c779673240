"""Files of the player: settings, the running game's journal, analyses, stars, what waits for the library."""
