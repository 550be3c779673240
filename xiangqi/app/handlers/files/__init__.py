"""Records: opening, browsing, saving, pictures of them."""
