"""Work in chunks, pure functions of small arguments, on processes of this machine or on a Dask cluster."""
