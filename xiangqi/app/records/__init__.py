"""Documents and files: going through moves, opening, saving, copying, editing, drawing."""
