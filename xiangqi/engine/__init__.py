"""The engine: search, evaluation, time, levels. A UCI process wraps it; the window never calls it directly."""
