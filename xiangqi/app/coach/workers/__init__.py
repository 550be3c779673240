"""The process that answers questions to the coach."""
