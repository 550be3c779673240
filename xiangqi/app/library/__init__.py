"""The library in the session: explorer, search, own games, import and kept reviews."""
