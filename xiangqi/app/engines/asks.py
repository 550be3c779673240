"""Orders to engines other than searches, their answers, and the workers that run engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.game.search_effects import (
    EnginesPreparing,
    PrepareEngines,
    Role,
    SearchDone,
    SearchFailed,
    SearchInfo,
    StartSearch,
    StopSearch,
)
from xiangqi.app.worker import Service, Site, performs
from xiangqi.engine.common.types import Option
from xiangqi.engine.options import settings_of
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.protocol.client import (
    EngineBestMove,
    EngineClient,
    EngineFailed,
    EngineInfo,
    EngineNote,
    EngineReady,
    Patience,
)
from xiangqi.protocol.client_events import Event as ClientEvent
from xiangqi.protocol.messages import REFUSED
from xiangqi.referee import DEFAULT_RULES, Rules


@dataclass(frozen=True)
class EngineIntroduced(Event):
    """The engine probed under the given id has reported its name and options."""

    probe_id: int
    name: str
    options: tuple[Option, ...]
    author: str = ""  # "" if it has not named one
    protocol: str = ""  # "uci" or "ucci"


@dataclass(frozen=True)
class EngineRefused(Event):
    """The program probed under the given id does not start or is not an engine."""

    probe_id: int
    detail: str


@dataclass(frozen=True)
class ProbeEngine(Effect):
    """Start an engine only to ask for its name and options; the answer carries the id."""

    probe_id: int
    command: tuple[str, ...]


@dataclass(frozen=True)
class DropProbe(Effect):
    """Shut down the engine that is being probed."""


@dataclass(frozen=True)
class PressEngineButton(Effect):
    """Press a button option of an engine if it is running."""

    command: tuple[str, ...]
    name: str


Command = tuple[str, ...]
EngineKey = tuple[Role, Command]
_BUILT_IN: Command = ()


class EngineService(Service):
    """Runs engines, one for each role and command. No method blocks."""

    def __init__(self, patience: Patience | None = None) -> None:
        """Create the service; no engine is started yet.

        Args:
            patience: how long to wait for engines; None for the defaults.
        """
        self._patience = patience
        self._clients: dict[EngineKey, EngineClient] = {}
        self._searches: dict[EngineKey, int] = {}  # the current search of each engine
        self._slow: set[EngineKey] = set()  # engines that reported something before they were ready
        self._told_slow: set[Command] = set()
        self._told_refused: set[str] = set()
        self._told_options: dict[EngineKey, dict[str, str]] = {}
        self._news: list[Event] = []
        self._rules: dict[EngineKey, Rules] = {}  # as last sent to the built-in engines

    def _client(self, key: EngineKey) -> EngineClient:
        if key not in self._clients:
            _, command = key
            self._clients[key] = EngineClient(list(command) or None, patience=self._patience)
        return self._clients[key]

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.patience)

    @performs(PrepareEngines)
    def prepare(self, order: PrepareEngines) -> None:
        """Start a new game's engines with cleared memories; stop those of other games but the built-in one."""
        self._dismiss_others(Role.GAME, (*order.commands, _BUILT_IN))
        for command in order.commands:
            client = self._client((Role.GAME, command))
            if client.pid is None:
                client.start()
        for (role, _), client in self._clients.items():
            if role is Role.GAME:
                client.new_game()

    def _dismiss_others(self, role: Role, kept: Sequence[Command]) -> None:
        """Shut down the engines of a role except those with the given commands."""
        for key in [key for key in self._clients if key[0] is role and key[1] not in kept]:
            self._clients.pop(key).close()
            self._searches.pop(key, None)
            self._told_options.pop(key, None)
            self._rules.pop(key, None)

    @performs(StartSearch)
    def start(self, order: StartSearch) -> None:
        """Start a search in place of the engine's current one.

        For an analysis, the other engines that analyse are shut down.
        """
        if order.role is Role.ANALYSIS:
            self._dismiss_others(order.role, (order.command,))
        key = order.role, order.command
        client = self._client(key)
        self._searches[key] = order.search_id
        try:
            if order.restart:
                client.start()
            if order.role is Role.ANALYSIS:
                client.set_option("MultiPV", str(order.lines))
            if order.command == _BUILT_IN:
                client.set_option("Level", str(order.level))
                self._agree_on(order.rules, key)
                plays = str(order.role is Role.GAME).lower()
                self._set_options(key, [("OwnBook", plays), ("MastersBook", plays)])
                if order.book or self._told_options[key].get("Book File"):
                    self._set_options(key, [("Book File", order.book)])
                self._play_at(order.rating, key)
            self._set_options(key, order.options)
            client.search_board(order.search_id, order.line.board(), order.limits)
        except XiangqiError as error:
            self._news.append(SearchFailed(order.search_id, str(error)))

    def _set_options(self, key: EngineKey, options: Iterable[tuple[str, str]]) -> None:
        """Send option values to an engine, each only when it has changed."""
        told = self._told_options.setdefault(key, {})
        for name, value in options:
            if told.get(name) != value:
                told[name] = value
                self._clients[key].set_option(name, value)

    def _play_at(self, rating: int | None, key: EngineKey) -> None:
        """Make the built-in engine play at a rating; None makes it play at its level again."""
        limited = self._told_options.get(key, {}).get("UCI_LimitStrength") == "true"
        if rating is not None:
            self._set_options(key, [("UCI_Elo", str(rating)), ("UCI_LimitStrength", "true")])
        elif limited:
            self._set_options(key, [("UCI_LimitStrength", "false")])

    @performs(PressEngineButton)
    def press(self, order: PressEngineButton) -> None:
        """Press an engine's button option, in every process in which it runs."""
        for (_, command), client in self._clients.items():
            if command == order.command:
                client.press(order.name)

    def _agree_on(self, rules: Rules, key: EngineKey) -> None:
        """Send new rules to the built-in engine; they are sent only on change, since they clear its memory."""
        if rules == self._rules.get(key, DEFAULT_RULES):
            return
        self._rules[key] = rules
        for name, value in settings_of(rules).items():
            self._clients[key].set_option(name, value)

    @performs(StopSearch)
    def stop(self, order: StopSearch) -> None:
        """Stop a search unless it has already ended."""
        for key, search_id in self._searches.items():
            if search_id == order.search_id:
                self._clients[key].stop()

    def poll(self) -> list[Event]:
        """Return the engines' reports since the last call."""
        news, self._news = self._news, []
        for key, client in self._clients.items():
            for event in client.poll():
                news += self._translate(key, event)
        return news + self._changes_of_slow()

    def _changes_of_slow(self) -> list[Event]:
        """Return an event if the set of engines that are still preparing has changed."""
        self._slow = {key for key in self._slow if key in self._clients and self._clients[key].is_preparing}
        slow = {command for _, command in self._slow}
        if slow == self._told_slow:
            return []
        self._told_slow = slow
        return [EnginesPreparing(tuple(sorted(slow)))]

    def _translate(self, key: EngineKey, event: ClientEvent) -> list[Event]:
        if isinstance(event, EngineInfo):
            return [SearchInfo(event.search_id, event.info)]
        if isinstance(event, EngineBestMove):
            return [SearchDone(event.search_id, event.move, event.resign, event.draw)]
        if isinstance(event, EngineNote):
            return self._translate_note(key, event.text)
        if isinstance(event, EngineFailed) and key in self._searches:
            return [SearchFailed(self._searches[key], event.reason)]
        return []

    def _translate_note(self, key: EngineKey, text: str) -> list[Event]:
        """Handle a note from an engine that is getting ready, and return the events for the player.

        A note that the built-in engine has rejected a file is shown, but only once. Any other note means that
        the engine needs more time.
        """
        _, command = key
        if command != _BUILT_IN or not text.startswith(REFUSED):
            self._slow.add(key)
        elif text not in self._told_refused:
            self._told_refused.add(text)
            return [Notify(Message("toast.engine_file_refused", detail=text[len(REFUSED) :]), Tone.ERROR)]
        return []

    def close(self, _seconds: float = 0.0) -> None:
        """Shut down all engines."""
        for client in self._clients.values():
            client.close()
        self._clients.clear()


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
