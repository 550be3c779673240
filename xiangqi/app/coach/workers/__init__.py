"""The coach's thread."""
