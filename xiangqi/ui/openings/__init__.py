"""The repertoire: its panel, the words of its training, and buttons for the line on the board."""
