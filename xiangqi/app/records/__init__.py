"""Documents and files: going to places and moves, opening, saving, copying, editing, previews, films."""
