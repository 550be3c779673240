"""The library in the session: explorer, lists, search, own and masters' games, import, kept reviews."""
