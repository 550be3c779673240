"""What games say about a player: reviews in idle time, claims, pictures and dossiers."""
