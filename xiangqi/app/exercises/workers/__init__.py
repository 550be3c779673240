"""Threads that choose exercises, judge answers and keep results."""
