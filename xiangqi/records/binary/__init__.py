"""Formats of bytes, a module each, and what they share."""
