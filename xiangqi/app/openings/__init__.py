"""One's repertoire in the session: lines from board and records, training, gaps, games that leave it."""
