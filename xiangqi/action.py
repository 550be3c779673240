"""What the player can ask for, whoever is to do it."""

from __future__ import annotations


class Action:
    """Base of the app's intents, of the window's commands, and of what a widget answers to an event."""
