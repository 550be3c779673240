"""The player's repertoire in the session: adding lines, training them, and finding gaps and departures."""
