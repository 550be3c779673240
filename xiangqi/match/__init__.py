"""Engine matches: pairings, refereed games between processes, statistics, and the sequential test."""
