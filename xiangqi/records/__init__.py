"""Game records: one tree for all formats, and a reader or writer for each."""
