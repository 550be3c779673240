"""The engines at work: one client for each command, their news turned into the session's events."""

from __future__ import annotations

from xiangqi.app.effects import PrepareEngines, StartSearch, StopSearch
from xiangqi.app.events import EnginesPreparing, Event, SearchDone, SearchFailed, SearchInfo
from xiangqi.engine.options import settings_of
from xiangqi.errors import XiangqiError
from xiangqi.protocol.client import EngineBestMove, EngineClient, EngineFailed, EngineInfo, EngineNote
from xiangqi.protocol.events import Event as ClientEvent
from xiangqi.referee import DEFAULT_RULES, Rules

Command = tuple[str, ...]
_BUILT_IN: Command = ()


class EngineRoom:
    """Engines by command. No method blocks."""

    def __init__(self) -> None:
        self._clients: dict[Command, EngineClient] = {}
        self._searches: dict[Command, int] = {}  # what each engine is at
        self._slow: set[Command] = set()  # engines that had something to say before they were ready
        self._told_slow: set[Command] = set()
        self._news: list[Event] = []
        self._rules = DEFAULT_RULES  # as the built-in engine has them

    def _client(self, command: Command) -> EngineClient:
        if command not in self._clients:
            self._clients[command] = EngineClient(list(command) if command else None)
        return self._clients[command]

    def prepare(self, order: PrepareEngines) -> None:
        """Start the engines of a new game, so that they are ready when it is their turn; end the others."""
        for command in [old for old in self._clients if old not in (*order.commands, _BUILT_IN)]:
            self._clients.pop(command).close()
            self._searches.pop(command, None)
        for command in order.commands:
            client = self._client(command)
            if client.pid is None:
                client.start()
        for client in self._clients.values():
            client.new_game()

    def start(self, order: StartSearch) -> None:
        """Begin a search; the engine gives up what it is at."""
        client = self._client(order.command)
        self._searches[order.command] = order.search_id
        try:
            if order.restart:
                client.start()
            if order.command == _BUILT_IN:
                client.set_option("Level", str(order.level))
                self._agree_on(order.rules, client)
            client.start_search(order.search_id, order.start_fen, order.moves, order.limits)
        except XiangqiError as error:
            self._news.append(SearchFailed(order.search_id, str(error)))

    def _agree_on(self, rules: Rules, client: EngineClient) -> None:
        """Tell the built-in engine new rules, and only new ones: it forgets with them what it has learnt."""
        if rules == self._rules:
            return
        self._rules = rules
        for name, value in settings_of(rules).items():
            client.set_option(name, value)

    def stop(self, order: StopSearch) -> None:
        """Stop a search; one that has ended already is none of its engine's business."""
        for command, search_id in self._searches.items():
            if search_id == order.search_id:
                self._clients[command].stop()

    def poll(self) -> list[Event]:
        """What the engines have said since the last call."""
        news, self._news = self._news, []
        for command, client in self._clients.items():
            for event in client.poll():
                news += self._translate(command, event)
        return news + self._changes_of_slow()

    def _changes_of_slow(self) -> list[Event]:
        """Which engines are still getting ready, if that is news."""
        self._slow = {
            command
            for command, client in self._clients.items()
            if command in self._slow and client.is_preparing
        }
        if self._slow == self._told_slow:
            return []
        self._told_slow = self._slow
        return [EnginesPreparing(tuple(sorted(self._slow)))]

    def _translate(self, command: Command, event: ClientEvent) -> list[Event]:
        if isinstance(event, EngineInfo):
            return [SearchInfo(event.search_id, event.info)]
        if isinstance(event, EngineBestMove):
            return [SearchDone(event.search_id, event.move, event.resign)]
        if isinstance(event, EngineNote):
            self._slow.add(command)
        if isinstance(event, EngineFailed) and command in self._searches:
            return [SearchFailed(self._searches[command], event.reason)]
        return []

    def close(self) -> None:
        """End all engines."""
        for client in self._clients.values():
            client.close()
        self._clients.clear()
