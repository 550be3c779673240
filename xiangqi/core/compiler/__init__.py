"""How kernels become machine code. The rules know `core.jit` alone, search and tables `dialect` besides."""
