"""Trains the networks that read pictures, using synthetic boards only (docs/recognition.md)."""
