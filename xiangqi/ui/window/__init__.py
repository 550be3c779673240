"""The window: its loop, its input, and what is on show."""
