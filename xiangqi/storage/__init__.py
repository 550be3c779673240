"""The player's files: settings, the running game's journal, analyses, stars, and queues for the library."""
