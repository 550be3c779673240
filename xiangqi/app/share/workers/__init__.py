"""What makes the documents."""
