"""The worker that writes the journal."""
