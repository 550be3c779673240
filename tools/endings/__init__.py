"""Endgame tables and endings: compared with other methods, chosen, played out, counted."""
