"""Probes an engine for its name and options without playing with it."""

from __future__ import annotations

from xiangqi.app.engines.effects import DropProbe, EngineIntroduced, EngineRefused, ProbeEngine
from xiangqi.app.event import Event
from xiangqi.app.worker import Service, Site, performs
from xiangqi.protocol.client import EngineClient, EngineFailed, EngineReady


class Prober(Service):
    """Starts, probes and shuts down one engine at a time. No method blocks."""

    def __init__(self) -> None:
        self._client: EngineClient | None = None
        self._probe_id = 0

    @classmethod
    def at(cls, _site: Site) -> Service:
        """Build the worker of a session."""
        return cls()

    @performs(ProbeEngine)
    def start(self, order: ProbeEngine) -> None:
        """Start probing an engine; stop the previous probe."""
        self.close()
        self._probe_id = order.probe_id
        self._client = EngineClient(order.command)
        self._client.start()

    @performs(DropProbe)
    def stop(self, _order: DropProbe) -> None:
        """Shut down the probed engine."""
        self.close()

    def poll(self) -> list[Event]:
        """Return the events since the last call."""
        if self._client is None:
            return []
        for event in self._client.poll():
            if isinstance(event, EngineReady):
                self.close()
                told = (event.name, event.options, event.author, event.protocol)
                return [EngineIntroduced(self._probe_id, *told)]
            if isinstance(event, EngineFailed):
                self.close()
                return [EngineRefused(self._probe_id, event.reason)]
        return []

    def close(self, _seconds: float = 0.0) -> None:
        """Shut down the probed engine, if there is one."""
        if self._client is not None:
            self._client.close()
            self._client = None
