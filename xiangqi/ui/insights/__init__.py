"""What games say about a player: pages with claims, pictures and dossiers."""
