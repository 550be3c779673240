"""Tools for insights: games of simulated players, and the table of rates by level."""
