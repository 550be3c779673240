"""The player's own openings: lines to learn, cards for training, gaps, and games that left the lines."""
