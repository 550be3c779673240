"""The first lessons in the session: their pages, their tasks and the player's progress."""
