"""The base class of everything the player can ask for."""

from __future__ import annotations


class Action:
    """Base of the app's intents, of the window's commands, and of the actions that widgets return."""
