"""The queue in which workers put events for the session."""

from __future__ import annotations

import queue

from xiangqi.app.effect import ViewEffect
from xiangqi.app.event import Event

Outbox = queue.SimpleQueue[Event | ViewEffect]
