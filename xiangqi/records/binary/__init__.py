"""Binary formats, a module each, and what they share."""
