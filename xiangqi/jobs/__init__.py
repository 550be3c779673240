"""Running long jobs in chunks, in processes on this machine or on a Dask cluster."""
