"""Text formats, with a module for each, and their shared modules."""
