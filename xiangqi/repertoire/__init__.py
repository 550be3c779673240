"""The player's own openings: lines to know, cards for training them, gaps to fill, and departures from them."""
