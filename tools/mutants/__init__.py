"""Changes planted in the program's functions, to see whether the tests notice them."""
