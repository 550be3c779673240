"""The session as plain frozen data, and what can be derived from it."""
