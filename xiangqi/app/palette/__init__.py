"""The palette, in which anything is found by its words."""
