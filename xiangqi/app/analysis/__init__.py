"""Analysis, review and lines that are played out for a look."""
