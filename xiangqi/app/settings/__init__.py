"""The settings in the session: changing, loading and saving them."""
