"""The coach's cards and panels."""
