"""The panel in which a position is set up."""
