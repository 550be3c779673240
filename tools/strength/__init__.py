"""Measuring changes of the search: sequential tests, tuning of parameters, mates seen in time."""
