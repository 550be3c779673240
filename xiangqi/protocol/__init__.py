"""Talking to engines, and being one: messages, servers and the client that runs an engine as a process."""
