"""What reads the pictures."""
