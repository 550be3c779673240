"""Pages about a player: claims, figures and dossiers."""
