"""The repertoire: its panel, the texts of its training, and the buttons for the line on the board."""
