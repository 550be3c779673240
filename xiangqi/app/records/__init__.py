"""Documents and files: stepping through moves, opening, saving, copying, editing and drawing."""
