"""What the process that reads pictures does: fetching the one in the clipboard."""
