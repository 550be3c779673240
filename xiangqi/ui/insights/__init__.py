"""Pages about players: progress, claims, figures, games, dossiers and names."""
