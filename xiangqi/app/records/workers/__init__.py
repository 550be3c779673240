"""Threads and processes that read and write files."""
