"""The coach in the session: questions, interruptions, hints, facts, and why a better move is better."""
