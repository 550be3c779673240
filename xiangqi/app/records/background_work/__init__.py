"""The work of the file reader: reading in batches, listing folders."""
