"""The rules as kernels over one integer array; nothing here knows text, files or windows."""
