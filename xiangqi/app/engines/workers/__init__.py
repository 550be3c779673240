"""Engines as processes beside the session."""
