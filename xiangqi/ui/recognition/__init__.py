"""The panel with a picture that is being read."""
