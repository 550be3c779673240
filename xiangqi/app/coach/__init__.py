"""The coach in the session: questions, interruptions, hints and facts about the board."""
