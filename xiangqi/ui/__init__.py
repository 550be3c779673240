"""The window: draws the session and turns events into intents. Only this package imports pygame."""

from __future__ import annotations

import os

# Read by pygame and SDL when they are first loaded: no greeting on stdout, a name for window managers.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "xiangqi")
# The click that brings the window to the front also acts on what it hits.
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
