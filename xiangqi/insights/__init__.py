"""What games say about a player: counted moves, claims that the numbers carry, trends and dossiers
(docs/insights.md).
"""
