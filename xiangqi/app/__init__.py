"""The session as plain data: each intent or event yields a new state, and effects for a runner to perform."""
