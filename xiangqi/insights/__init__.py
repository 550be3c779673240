"""Insights into a player's games: counted moves, statistically supported claims, trends and dossiers
(docs/insights.md).
"""
