"""The worker that keeps the settings."""
