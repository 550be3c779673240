"""The worker that keeps how far one is."""
