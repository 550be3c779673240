"""Makes the tables; whoever only reads them needs none of this."""
