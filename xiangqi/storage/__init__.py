"""Storage of settings, of the running game's journal and of entries that wait for the library."""
