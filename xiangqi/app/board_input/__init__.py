"""Input on the board: moves, premoves, explanations of why moves are refused, and typed questions."""
