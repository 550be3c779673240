"""The library panel: own games, statistics, search and import."""
