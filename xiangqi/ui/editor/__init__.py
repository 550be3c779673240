"""The panel of the position editor."""
