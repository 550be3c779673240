"""Threads and processes that ask the library and write into it."""
