"""Work of the process that reads pictures: fetching the one in the clipboard."""
