"""Threads and processes that query the library and write to it."""
