"""Measuring the search: sequential tests, tuning of parameters, techniques and levels, mates seen in time."""
