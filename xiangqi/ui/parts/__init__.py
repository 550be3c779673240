"""What all panels share: their context, cards and forms, keys and words."""
