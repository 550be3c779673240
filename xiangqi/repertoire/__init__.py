"""One's own openings: lines to know, cards to train them, gaps to fill, and where games leave them."""
