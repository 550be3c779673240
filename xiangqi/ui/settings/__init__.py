"""Settings, help, the start page and the welcome panel."""
