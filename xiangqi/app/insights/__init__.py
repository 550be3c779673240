"""Insights into a player's games: reviews in idle time, claims, figures and dossiers."""
