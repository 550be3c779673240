"""Workers that read pictures."""
