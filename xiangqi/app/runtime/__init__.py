"""What performs effects: threads, processes, files."""
