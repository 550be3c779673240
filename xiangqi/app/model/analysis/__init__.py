"""What engines and tables say of positions, and what follows from it."""
