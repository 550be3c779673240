"""Modules shared by the commands."""
