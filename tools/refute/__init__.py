"""A search and tests of claims that share nothing with the coach, to refute what it says."""
