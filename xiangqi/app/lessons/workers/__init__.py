"""The worker that stores the progress in the first lessons."""
