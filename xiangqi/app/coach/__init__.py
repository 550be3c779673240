"""The coach in the session: questions, interruptions, hints, facts, and reasons for better moves."""
