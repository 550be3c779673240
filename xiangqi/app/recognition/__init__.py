"""Sets up positions from pictures of boards."""
