"""Pictures: a board in a picture becomes a position to be set up."""
