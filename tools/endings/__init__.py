"""Endgame tables and endings: held against other methods, chosen, played out, counted."""
