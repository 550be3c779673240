"""Games of masters from a copy of the Chinese Chess Practical Dataset, tidied (docs/masters.md)."""
