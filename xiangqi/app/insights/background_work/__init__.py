"""The work of the process that reviews games."""
