"""Makes the tables; code that only reads them does not need this package."""
