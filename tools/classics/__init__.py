"""The classics: positions of old books, collected from records and verified by the engine (docs/masters.md)."""
