"""What the coach says: questions, lessons, hints and the guided first game."""
