"""Insights into a player's games: counted moves, claims, trends and dossiers (docs/insights.md)."""
