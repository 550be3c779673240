"""What a teacher would say about a game: facts with their proofs, found without text or window."""
