"""The session as plain data: intents and events in, a new state and effects out; a runner performs them."""
