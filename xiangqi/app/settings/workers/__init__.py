"""The worker that saves the settings."""
