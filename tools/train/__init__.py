"""Self-play, training and gating of the evaluation network (docs/training.md)."""
