"""Insights into a player's games: reviews in idle time, the pages about them, and sparring."""
