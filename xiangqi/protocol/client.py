"""Runs any UCI or UCCI engine as a child process, for a caller that polls once per frame.

No method but `wait` blocks. The client detects the protocol and the numbering of ranks, and does not trust the
child: searches have ids, answers that are still due after a stop are dropped, moves are checked for legality,
and an engine that does not answer in time is told to stop, then killed.

An ``isready`` is sent before each search: until its ``readyok`` arrives, reports and answers belong to earlier
searches.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from xiangqi.board import Board, Move
from xiangqi.engine.common.types import Limits, Option
from xiangqi.errors import ProtocolError
from xiangqi.i18n.message import Message
from xiangqi.launch import own_command
from xiangqi.protocol import messages
from xiangqi.protocol.client_events import (
    EngineBestMove,
    EngineFailed,
    EngineFault,
    EngineInfo,
    EngineNote,
    EngineReady,
    Event,
)
from xiangqi.protocol.line_words import has_tenth_rank
from xiangqi.protocol.orders import SearchOrder, commands_of, read_line, read_move
from xiangqi.protocol.process import LineProcess
from xiangqi.protocol.search_news import SearchNews
from xiangqi.protocol.ucci import Ucci
from xiangqi.protocol.uci import Uci

__all__ = [
    "EngineBestMove",
    "EngineClient",
    "EngineFailed",
    "EngineFault",
    "EngineInfo",
    "EngineNote",
    "EngineReady",
    "Event",
    "Patience",
]

_LINES_PER_POLL = 200  # processed in about two milliseconds, so that a flood does not delay a frame
_MOST_OPTIONS = 500
_LONGEST_NAME = 200
_MOST_LINES = 256  # principal variations shown at once
_SAME_OPTION = {"hashsize": "hash", "usebook": "ownbook"}  # UCCI's usual names


@dataclass(frozen=True)
class Patience:
    """The times for which a client waits for replies, in seconds."""

    second_word_s: float = 2.0  # for an answer to ``uci``, before ``ucci`` is tried
    greeting_s: float = 30.0  # for the end of the greeting after that
    ready_s: float = 180.0  # for the first ``readyok``, since the engine may still have to be compiled
    overtime_s: float = 5.0  # for the answer after the search time has run out
    stop_s: float = 3.0  # for the answer to ``stop``


class _Stage(Enum):
    OFF = "not running"
    GREETING = "introducing itself"
    PREPARING = "loading, compiling, allocating"
    IDLE = "waiting for commands"
    THINKING = "searching"
    OVERDUE = "told to stop, but the answer is still wanted"
    STOPPING = "told to stop, and the answer is not wanted"


_SEARCHING = (_Stage.THINKING, _Stage.OVERDUE, _Stage.STOPPING)


class EngineClient:
    """A client of one engine. Call poll() regularly: it processes the engine's output and watches deadlines."""

    def __init__(
        self, command: Sequence[str] | None, protocol: str = "auto", patience: Patience | None = None
    ) -> None:
        """Prepare an engine without starting it.

        Args:
            command: program and arguments, run without a shell; None for the built-in engine.
            protocol: ``"uci"``, ``"ucci"``, or ``"auto"`` to detect it.
            patience: how long to wait for replies.
        """
        self._command = own_command("uci") if command is None else list(command)
        self._may_speak_uci = command is None or protocol != "ucci"
        self._may_speak_ucci = command is not None and protocol != "uci"
        self._patience = patience or Patience()
        self._settings: dict[str, str] = {}  # for this and later runs
        self._process: LineProcess | None = None
        self._events: list[Event] = []
        self._pending: SearchOrder | None = None
        self._forget_run()

    def _forget_run(self) -> None:
        """Reset the state of one run of the engine."""
        self._stage = _Stage.OFF
        self._deadline = math.inf
        self._words: list[str] = []  # greetings sent
        self._name = Path(self._command[0]).name if self._command else "engine"
        self._author = ""
        self._options: dict[str, Option] = {}
        self._dialect: Uci | Ucci = Uci()
        self._first_rank = 0  # the number of Red's back rank
        self._first_rank_is_known = False
        self._unsent: list[messages.SetOption | messages.StartNewGame] = []
        self._order: SearchOrder | None = None  # the running search
        self._fences = 0  # the number of readyok that are still due
        self._news = SearchNews()

    @property
    def pid(self) -> int | None:
        """The engine's process id, None while it is not running."""
        return self._process.pid if self._process is not None else None

    @property
    def is_preparing(self) -> bool:
        """Whether the engine is running but not ready yet."""
        return self._stage in (_Stage.GREETING, _Stage.PREPARING)

    def start(self) -> None:
        """Start the engine, or restart it. EngineReady or EngineFailed follows."""
        self._leave()
        self._launch("uci" if self._may_speak_uci else "ucci")

    def start_search(self, search_id: int, start_fen: str, moves: Sequence[Move], limits: Limits) -> None:
        """Search as soon as the engine is free, abandoning a running search; start the engine if necessary.

        Args:
            search_id: identifies all events of this search.
            start_fen: the start position of the game.
            moves: the moves since then, so that repetitions can be judged.
            limits: when to stop.

        Raises:
            FenError, IllegalMoveError: the position or a move is invalid; nothing has changed.
        """
        board = Board(start_fen)
        for move in moves:
            board.push(move)
        self.search_board(search_id, board, limits)

    def search_board(self, search_id: int, board: Board, limits: Limits) -> None:
        """Search a board's position as `start_search` does, without checking the moves on its stack again.

        Args:
            search_id: identifies all events of this search.
            board: the position, which is copied.
            limits: when to stop.
        """
        order = SearchOrder(search_id, board.copy(), limits)
        if self._stage is _Stage.OFF:
            self.start()
        self._pending = order
        self._give_up_search()
        self._begin_pending()

    def stop(self) -> None:
        """Abandon the search; neither its reports nor its answer will be returned."""
        self._pending = None
        self._give_up_search()

    def set_option(self, name: str, value: str) -> None:
        """Set an option before the next search and in later runs, if the engine has it."""
        self._settings[name] = value
        if self._stage in (_Stage.IDLE, *_SEARCHING):
            self._unsent += self._offered(name, value)

    def press(self, name: str) -> None:
        """Press a button option before the next search, but not again in later runs."""
        if self._stage in (_Stage.IDLE, *_SEARCHING):
            self._unsent += self._offered(name, "")

    def new_game(self) -> None:
        """Announce a new game to the engine, if it is running, before the next search."""
        if self._stage is not _Stage.OFF:
            self._unsent.append(messages.StartNewGame())

    def has_option(self, name: str) -> bool:
        """Return whether the running engine, once it is ready, has an option."""
        return _plain(name) in self._options

    def get_ready(self) -> None:
        """Send all pending commands at once unless a search is running. EngineReady or EngineFailed follows.

        Starts the engine if necessary.
        """
        if self._stage is _Stage.OFF:
            self.start()
        elif self._stage is _Stage.IDLE:
            self._settle()

    def wait(self, seconds: float) -> None:
        """Block for at most `seconds` until the engine has sent something or has ended."""
        if self._process is not None and not self._events:
            self._process.wait(seconds)

    def close(self) -> None:
        """Shut the engine down without waiting; kill it if it has not exited within a second."""
        self._pending = None
        self._leave()

    def poll(self) -> list[Event]:
        """Return the events since the last call, oldest first. Never blocks."""
        if self._process is not None:
            lines = self._process.take_lines(_LINES_PER_POLL)
            for line in lines:
                self._hear(line)
            self._tell_news()
            self._watch(backlog=len(lines) == _LINES_PER_POLL)
        events, self._events = self._events, []
        return events

    # The process.

    def _launch(self, word: str) -> None:
        self._forget_run()
        try:
            self._process = LineProcess(self._command)
        except ProtocolError as error:
            self._pending = None
            self._events.append(EngineFailed(str(error)))
            return
        self._stage = _Stage.GREETING
        is_guess = self._may_speak_ucci and word == "uci"
        self._greet(word, self._patience.second_word_s if is_guess else self._patience.greeting_s)

    def _greet(self, word: str, patience_s: float) -> None:
        assert self._process is not None
        self._words.append(word)
        self._process.send(word)
        self._set_deadline(patience_s)

    def _leave(self) -> None:
        """Send ``stop`` if a search is running, then ``quit``, and close the process, if there is one."""
        if self._process is not None:
            self._process.close(["stop", "quit"] if self._stage in _SEARCHING else ["quit"])
            self._process = None
            self._forget_run()

    def _fail(self, reason: Message, fault: EngineFault = EngineFault.GONE) -> None:
        """Kill the process and report that the engine has failed, with the reason."""
        if self._process is not None:
            self._process.close()
            self._process = None
        self._pending = None
        self._events.append(EngineFailed(reason, fault))
        self._forget_run()

    def _watch(self, backlog: bool) -> None:
        """Detect an ended process or a missed deadline; a backlog may still contain the answer."""
        if self._process is None:
            return
        late_s = time.monotonic() - self._deadline
        if self._process.has_ended:
            if self._stage is _Stage.GREETING and self._may_speak_ucci and self._words[0] == "uci":
                self._process.close()  # some engines end when they get the other protocol's greeting
                self._launch("ucci")
            else:
                self._fail(self._process.obituary(self._name))
        elif late_s > (self._patience.stop_s if backlog else 0):
            self._lose_patience()

    def _lose_patience(self) -> None:
        if self._stage is _Stage.GREETING and self._may_speak_ucci and self._words == ["uci"]:
            self._greet("ucci", self._patience.greeting_s)
        elif self._stage is _Stage.GREETING:
            self._fail(Message("detail.does_not_introduce", name=self._name), EngineFault.SILENT)
        elif self._stage is _Stage.PREPARING:
            self._fail(Message("detail.does_not_get_ready", name=self._name), EngineFault.SILENT)
        elif self._stage is _Stage.THINKING:
            self._demand_answer(_Stage.OVERDUE)
        else:
            self._fail(Message("detail.does_not_answer", name=self._name), EngineFault.SILENT)

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds

    # Commands to the engine.

    def _tell(self, command: messages.Command) -> None:
        if self._process is not None:
            self._process.send(self._dialect.format_command(command))

    def _ask_ready(self) -> None:
        self._fences += 1
        self._tell(messages.IsReady())

    def _offered(self, name: str, value: str) -> list[messages.SetOption | messages.StartNewGame]:
        """Return a list with the command that sets an option, empty if the engine lacks the option."""
        option = self._options.get(_plain(name))
        return [messages.SetOption(option.name, None if option.type == "button" else value)] if option else []

    def _prepare(self, protocol: str) -> None:
        """Send the settings after the greeting, and begin to wait until the engine is ready."""
        if protocol == "ucci":
            self._dialect = Ucci(milliseconds="usemillisec" in self._options)
            self._first_rank_is_known = True
        for command in self._offered("usemillisec", "true"):
            self._tell(command)
        for command in self._offered("UCI_Variant", "xiangqi"):
            self._tell(command)
            self._first_rank, self._first_rank_is_known = 1, True
        for name, value in self._settings.items():
            self._unsent += self._offered(name, value)
        self._settle()

    def _settle(self) -> None:
        """Send pending settings and begin to wait until the engine is ready."""
        self._send_settings()
        self._ask_ready()
        self._stage = _Stage.PREPARING
        self._set_deadline(self._patience.ready_s)

    def _send_settings(self) -> None:
        for command in self._unsent:
            self._tell(command)
        self._unsent.clear()

    def _begin_pending(self) -> None:
        """Start the pending search if the engine is free."""
        if self._stage is not _Stage.IDLE or self._pending is None:
            return
        self._order, self._pending = self._pending, None
        self._news.clear()
        self._send_settings()
        self._ask_ready()
        for command in commands_of(self._order, self._dialect.name, self._first_rank):
            self._tell(command)
        self._stage = _Stage.THINKING
        self._set_deadline(_longest_s(self._order.limits) + self._patience.overtime_s)

    def _give_up_search(self) -> None:
        if self._stage is _Stage.THINKING:
            self._demand_answer(_Stage.STOPPING)
        elif self._stage is _Stage.OVERDUE:
            self._stage = _Stage.STOPPING

    def _demand_answer(self, stage: _Stage) -> None:
        self._tell(messages.Stop())
        self._stage = stage
        self._set_deadline(self._patience.stop_s)

    # Output of the engine.

    def _hear(self, line: str) -> None:
        if self._process is None:
            return  # it was closed because of an earlier line
        reply = self._parse(line)
        match reply:
            case messages.Identity("name", name):
                self._name = name[:_LONGEST_NAME] or self._name
            case messages.Identity("author", author):
                self._author = author[:_LONGEST_NAME]
            case messages.OptionOffer(option) if (
                self._stage is _Stage.GREETING and len(self._options) < _MOST_OPTIONS
            ):
                self._options[_plain(option.name)] = option
            case messages.HandshakeDone(protocol) if self._stage is _Stage.GREETING:
                self._prepare(protocol)
            case messages.Ready():
                self._pass_fence()
            case messages.Note(text):
                self._events.append(EngineNote(text))
            case messages.InfoMessage() if self._fences == 0 and 1 <= reply.multipv <= _MOST_LINES:
                self._hear_news(reply)
            case messages.BestMove() if self._fences == 0:
                self._hear_answer(reply)

    def _parse(self, line: str) -> messages.Reply | None:
        if self._stage is _Stage.GREETING:  # the protocol is not known yet; no line is valid in both
            return Uci().parse_reply(line) or Ucci().parse_reply(line)
        return self._dialect.parse_reply(line)

    def _pass_fence(self) -> None:
        self._fences = max(0, self._fences - 1)
        if self._stage is _Stage.PREPARING and self._fences == 0:
            self._stage = _Stage.IDLE
            self._deadline = math.inf
            options = tuple(self._options.values())
            self._events.append(EngineReady(self._name, self._dialect.name, options, self._author))
            self._begin_pending()

    def _hear_news(self, news: messages.InfoMessage) -> None:
        if self._stage not in (_Stage.THINKING, _Stage.OVERDUE) or self._order is None:
            return
        if not self._first_rank_is_known and any(map(has_tenth_rank, news.pv)):
            self._first_rank, self._first_rank_is_known = 1, True
            if _sends_moves(self._order):  # the engine misunderstood them: search again
                self._pending = self._order
                self._give_up_search()
                return
        self._news.hear(news)

    def _tell_news(self) -> None:
        if self._order is not None:
            self._events += self._news.take(self._order, self._first_rank)

    def _hear_answer(self, answer: messages.BestMove) -> None:
        if self._stage is _Stage.STOPPING:
            self._be_idle()
        elif self._stage in (_Stage.THINKING, _Stage.OVERDUE) and self._order is not None:
            self._accept(self._order, answer)

    def _accept(self, order: SearchOrder, answer: messages.BestMove) -> None:
        """Report the best move that the engine has answered, or fail if it is illegal."""
        move = None
        if answer.move is not None:
            move = self._understand(order, answer.move)
            if move is None:
                if self._pending is None:
                    reason = Message(
                        "detail.move_of_engine", name=self._name, move=answer.move, fen=order.board.fen()
                    )
                    self._fail(reason, EngineFault.ILLEGAL_MOVE)
                else:
                    self._be_idle()
                return
        self._tell_news()
        line = [text for text in (answer.move, answer.ponder) if text is not None]
        moves = read_line(order.board, line, self._first_rank)
        ponder = moves[1] if len(moves) > 1 else None
        self._events.append(EngineBestMove(order.search_id, move, ponder, answer.draw, answer.resign))
        self._be_idle()

    def _understand(self, order: SearchOrder, text: str) -> Move | None:
        """Return the legal move that an answer means; None if there is none or the search must be repeated."""
        move = read_move(text, self._first_rank)
        if move is not None and order.board.is_legal(move):
            self._first_rank_is_known = True
            return move
        if self._first_rank_is_known:
            return None
        other = 1 - self._first_rank
        if _sends_moves(order):  # the engine may have misunderstood them: search again with the other ranks
            self._first_rank, self._first_rank_is_known = other, True
            self._pending = order
            return None
        move = read_move(text, other)
        if move is None or not order.board.is_legal(move):
            return None
        self._first_rank, self._first_rank_is_known = other, True
        return move

    def _be_idle(self) -> None:
        self._stage = _Stage.IDLE
        self._deadline = math.inf
        self._order = None
        self._news.clear()
        self._begin_pending()


def _plain(name: str) -> str:
    """Normalise an option's name, which the protocols spell differently."""
    plain = name.lower().replace(" ", "")
    return _SAME_OPTION.get(plain, plain)


def _sends_moves(order: SearchOrder) -> bool:
    """Return whether an order is sent with moves, i.e. whether any was played since the last capture."""
    return bool(order.board.move_stack) and not order.board.peek_captured()


def _longest_s(limits: Limits) -> float:
    """Return the seconds after which a search with these limits must have ended."""
    times = [t for t in (limits.movetime_ms, limits.clock_ms) if t is not None]
    return math.inf if limits.infinite or limits.ponder or not times else min(times) / 1000
