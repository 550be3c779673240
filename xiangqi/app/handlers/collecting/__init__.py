"""The library in the session: what was played from here, own games, games looked for and brought in."""
