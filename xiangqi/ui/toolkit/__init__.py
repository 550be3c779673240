"""The parts of any window: theme, fonts, painting, widgets, lists, a text editor. Knows no session."""
