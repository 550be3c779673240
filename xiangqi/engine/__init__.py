"""The engine: search, evaluation, books, levels. A UCI process wraps it; the window never calls it directly."""
