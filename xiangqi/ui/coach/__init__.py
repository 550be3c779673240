"""What the coach says, as cards and panels."""
