"""The worker that makes documents."""
