"""The coach in the session: questions, interruptions, hints and the guided first game."""
