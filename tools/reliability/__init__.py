"""Damages the program in real runs and counts what is lost; docs/lab/reliability.md has the figures."""
