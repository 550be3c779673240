"""Documents, who plays them and by which terms."""
