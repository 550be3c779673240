"""Analysis, reviews, and previews of lines."""
