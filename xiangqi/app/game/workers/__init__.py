"""The worker that keeps the journal."""
