"""What any window is made of: theme, fonts, painting, widgets, lists, a text editor. Imports no session."""
