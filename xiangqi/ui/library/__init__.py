"""The panel of the library: own games, what they add up to, looking for games, bringing them in."""
