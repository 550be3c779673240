"""Tools that build the assets, measure and check the program, run from a checkout."""
