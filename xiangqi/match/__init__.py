"""Engine against engine: pairing, refereed games between processes, statistics, the sequential test."""
