"""Settings, help and the welcome panel."""
