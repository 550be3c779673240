"""Sharing: a game as a picture, a document or a page, looked at before it is written."""
