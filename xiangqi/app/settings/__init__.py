"""Settings, panels and the start of the program."""
