"""What takes the place of the column or lies over the board: a file a panel."""
