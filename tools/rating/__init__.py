"""Tests of the rating with players of known strength: games between ratings, the fit, and the trial."""
