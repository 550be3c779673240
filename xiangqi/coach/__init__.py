"""The coach: facts about a move, a position or a game, each with its proof."""
