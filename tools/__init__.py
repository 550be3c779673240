"""What made the assets, run from a checkout."""
