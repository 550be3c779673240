"""Formats of text, a module each, and what they share."""
