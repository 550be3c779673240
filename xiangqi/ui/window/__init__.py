"""The window: its loop, its input, its screen, and its connection to screen readers."""
