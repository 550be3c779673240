"""A toolkit for windows: theme, fonts, painting, widgets, lists, a text editor. It imports no session."""
