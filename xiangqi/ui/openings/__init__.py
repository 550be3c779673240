"""One's repertoire: its panel, what is asked of it, and buttons for the line on the board."""
