"""The worker that keeps the repertoire."""
