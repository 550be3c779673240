"""A search and tests of claims that share no code with the coach, to refute its claims."""
