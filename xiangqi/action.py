"""The base class of everything that the player can ask the program to do."""

from __future__ import annotations


class Action:
    """Base of the app's intents, of the window's commands, and of the actions that widgets return."""
