"""Parts shared by all panels: their context, cards and forms, keys and words."""
