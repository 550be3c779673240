"""The window: its loop, its input, and what it shows."""
