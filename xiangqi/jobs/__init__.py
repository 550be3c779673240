"""Execution of long work in chunks, on processes of this machine or on a Dask cluster."""
