"""What the process that reviews games does."""
