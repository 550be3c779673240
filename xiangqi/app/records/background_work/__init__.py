"""The work of the worker that reads files: reading in batches, listing folders."""
