"""UCI and UCCI: messages, the server, and the client that runs an engine as a process."""
