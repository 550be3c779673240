"""What the worker that reads files does: reading in batches, listing folders."""
