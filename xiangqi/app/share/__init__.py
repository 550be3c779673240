"""Shares a game as a picture, a document or a web page, previewed before it is written."""
