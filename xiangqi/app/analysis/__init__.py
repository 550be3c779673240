"""Analysis, reviews and their stories, and the report of the endgame tables."""
