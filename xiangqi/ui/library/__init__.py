"""The library: lists of games, statistics, search and import, and the explorer."""
