"""Trying the rating with players whose strength is known: games between ratings, the fit, and the trial."""
