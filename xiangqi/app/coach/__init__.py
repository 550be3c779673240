"""The coach in the session: questions, lessons, hints and the guided first game."""
