"""Documents and files: places and moves gone to, opening, saving, copying, editing, previews, films."""
