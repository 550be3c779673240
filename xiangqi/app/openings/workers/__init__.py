"""The worker that reads and changes the repertoire."""
