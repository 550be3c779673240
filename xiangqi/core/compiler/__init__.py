"""How kernels become machine code. The rules know `core.jit` alone, the search `dialect.prefetch` besides."""
