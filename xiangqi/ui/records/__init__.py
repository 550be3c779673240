"""Files, comments, tags and films of records, and cards about them."""
