"""Does damage to the program for real and counts what is lost: docs/reliability.md has the figures."""
