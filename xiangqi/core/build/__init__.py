"""Builds the library of kernels (`docs/build.md`), with Numba; an installed program does not need it."""
