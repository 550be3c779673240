"""The base of what the player can want, so that a question in the state can hold what a yes leads to."""

from __future__ import annotations


class Intent:
    """What the player wants. The intents themselves are in `app.messages`."""
