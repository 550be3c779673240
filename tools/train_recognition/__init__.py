"""Trains the networks that read pictures, from synthetic boards alone (docs/recognition.md)."""
