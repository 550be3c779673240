"""Damages the program in real runs and counts what is lost; docs/reliability.md has the figures."""
