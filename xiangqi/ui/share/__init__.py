"""The share panel, which shows a document before it is written."""
