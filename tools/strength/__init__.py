"""Measurements of the search: sequential tests, tuning, techniques and levels, and mates found in time."""
