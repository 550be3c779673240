"""The panel of a picture that is read."""
