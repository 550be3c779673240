"""The share panel, which previews a document before it is written."""
