"""Tools around what games say: games of simulated players, and the table of rates by level."""
