"""The engine as a program: reads commands from a stream, replies on another, and searches in a second thread.

The greeting is sent at once, since it needs no kernel; the engine is loaded in the background. Malformed input
is answered with a note and changes nothing. The end of the input means quit: a running search is stopped and
answered.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import IO, TYPE_CHECKING

from xiangqi import __version__
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info, Limits, Option, SearchResult, TableEntry
from xiangqi.engine.options import OPTIONS
from xiangqi.errors import ProtocolError, ResourceError, XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.protocol import messages
from xiangqi.protocol.command_reader import command_word
from xiangqi.protocol.line_words import shift_ranks
from xiangqi.protocol.ucci import Ucci
from xiangqi.protocol.uci import Uci

if TYPE_CHECKING:
    from xiangqi.board import Board, Move
    from xiangqi.engine.worker import Engine

LONGEST_LINE = 1 << 16
"""The most bytes of a command; a position with a thousand moves has 5,000. Longer ones are rejected."""

_PATIENCE_S = 2.5  # seconds after which the user is asked to wait; loading from the cache takes less
_STOPPED_S = 10.0  # more than any search needs to stop
_UCCI_OPTIONS = (
    Option("usemillisec", "check", "false"),
    Option("batch", "check", "false"),
    Option("debug", "check", "false"),
    Option("newgame", "button"),
)
_UCCI_NAMES = {"Hash": "hashsize", "OwnBook": "usebook", "Book File": "bookfiles"}


def serve(protocol: str, source: IO[bytes], sink: IO[bytes]) -> None:
    """Run the engine until ``quit`` or the end of the input.

    Args:
        protocol: ``"uci"`` or ``"ucci"``.
        source: the stream of commands.
        sink: the stream of replies; each line is flushed. It is not an error if it has been closed.
    """
    server = Server(protocol, sink)
    try:
        for line in _bounded_lines(source):
            if not server.handle(line):
                break
    finally:
        server.close()


def _bounded_lines(source: IO[bytes]) -> Iterator[str | None]:
    """Yield the lines of a stream as text, with None in place of lines that are too long."""
    while line := source.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line.decode("utf-8-sig", errors="replace")
            continue
        while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            continue
        yield None


class Server:
    """A conversation with one client. Commands are executed in the reading thread, searches in another one."""

    def __init__(self, protocol: str, sink: IO[bytes]) -> None:
        """Begin a conversation and start loading the engine."""
        self._dialect: Uci | Ucci = Uci() if protocol == "uci" else Ucci()
        self._sink = sink
        self._say_lock = threading.Lock()
        self._board: Board | None = None  # None for the start of the game
        self._banned: tuple[Move, ...] = ()
        self._is_lost = False  # whether the last position was rejected, so that there is none to search
        self._batch = False
        self._search: threading.Thread | None = None
        self._answered = threading.Event()  # set just before the running search reports its best move
        self._engine: Future[Engine] = Future()
        threading.Thread(target=_load_engine, args=(self._engine,), daemon=True, name="load").start()
        self._patience = threading.Timer(_PATIENCE_S, self._ask_for_patience)
        self._patience.daemon = True
        self._patience.start()
        self._engine.add_done_callback(lambda _: self._patience.cancel())
        self._engine.add_done_callback(self._tell_refused)

    def handle(self, line: str | None) -> bool:
        """Execute one line (None for one that was too long); return False if it was ``quit``.

        Errors are answered with a note. After a rejected position there is no position to search.
        """
        try:
            if line is None:
                raise ProtocolError(f"a line of more than {LONGEST_LINE} bytes was ignored")
            command = self._dialect.parse_command(line)
            if isinstance(command, messages.QuitEngine):
                return False
            if command is not None:
                self._obey(command)
            return True
        except ResourceError as error:
            self._say(messages.Note(f"{messages.REFUSED}{error}"))
        except (XiangqiError, ValueError) as error:
            self._say(messages.Note(f"error: {error}"))
        except MemoryError:
            self._say(messages.Note("error: not enough memory"))
        if line is None or command_word(line) == "position":  # no other command is that long
            self._is_lost = True
        return True

    def close(self) -> None:
        """Stop and answer a running search, and say goodbye if the protocol has a message for it."""
        self._patience.cancel()
        self._stop()
        self._say(messages.Bye())

    def _obey(self, command: messages.Command) -> None:
        """Execute one command.

        Raises:
            XiangqiError, ValueError: the command cannot be executed; nothing has changed.
        """
        match command:
            case messages.Handshake(protocol):
                self._greet(protocol)
            case messages.IsReady():
                self._engine.add_done_callback(lambda _: self._say(messages.Ready()))
            case messages.SetOption(name, value):
                self._set_option(name, value or "")
            case messages.StartNewGame():
                self._idle_engine("a new game").clear()
            case messages.SetPosition():
                self._set_position(command)
            case messages.BanMoves(moves):
                self._ban(moves)
            case messages.Go():
                self._go(command)
            case messages.Stop():
                if not self._stop() and self._dialect.name == "ucci":
                    self._say(messages.BestMove(None))
            case messages.PonderHit():
                self._loaded().ponderhit()
            case messages.ProbeTable(position):
                self._say(_probe_answer(self._loaded().probe(self._board_of(position))))

    def _greet(self, protocol: str) -> None:
        if protocol != self._dialect.name:
            return  # the other protocol's greeting is an unknown command
        self._say(messages.Identity("name", f"Xiangqi {__version__}"))
        self._say(messages.Identity("author", "the Xiangqi developers"))
        options = OPTIONS if protocol == "uci" else _UCCI_OPTIONS + tuple(map(_ucci_option, OPTIONS))
        for option in options:
            self._say(messages.OptionOffer(option))
        self._say(messages.HandshakeDone(protocol))

    def _set_option(self, name: str, value: str) -> None:
        if isinstance(self._dialect, Ucci):
            if self._set_ucci_option(name.lower(), value.lower() in ("true", "on")):
                return
            option = next((option for option in OPTIONS if _ucci_option(option).name == name.lower()), None)
            if option is None:
                return  # UCCI: unknown options are accepted silently
            name, value = option.name, _automatic(option) if value == "0" and option.min == 1 else value
        engine = self._idle_engine("an option")
        engine.set_option(name, value)
        if name.lower() == "tablepath":
            for reason in engine.refused_tables:
                self._say(messages.Note(f"{messages.REFUSED}{reason}"))

    def _set_ucci_option(self, name: str, on: bool) -> bool:
        """Set an option that only UCCI has; return False for any other option."""
        if name == "usemillisec":
            self._dialect = Ucci(milliseconds=on)
        elif name == "batch":
            self._batch = on
        return name in ("usemillisec", "batch")

    def _set_position(self, position: messages.SetPosition) -> None:
        """Set the position, and send a note if it cannot arise in a game.

        Raises:
            XiangqiError: the position cannot be played, or a move is illegal.
        """
        self._board = self._board_of(position)
        self._banned = ()
        self._is_lost = False
        from xiangqi.fen import oddity

        if reason := oddity(self._board.start):
            self._say(messages.Note(Message("detail.cannot_arise", reason=reason)))

    def _board_of(self, position: messages.SetPosition) -> Board:
        """Return the board that a position command describes.

        Raises:
            XiangqiError: the position cannot be played, or a move is illegal.
        """
        self._loaded()  # as well as the kernels, so that two threads never load them at once
        from xiangqi.board import START_FEN, Board, Move
        from xiangqi.fen import insist_on_soundness

        board = Board(position.fen or START_FEN)
        insist_on_soundness(board.start)
        for number, text in enumerate(position.moves, 1):
            try:
                board.push(Move.from_iccs(text))
            except XiangqiError as error:
                raise ProtocolError(f"position: move {number}: {error}") from None
        return board

    def _ban(self, moves: tuple[str, ...]) -> None:
        """Ban root moves.

        Raises:
            ProtocolError: one of them is illegal in the position; the others are banned.
        """
        legal = self._legal_moves()
        found = (legal.get(shift_ranks(text, 0) or "") for text in moves)
        self._banned = tuple(move for move in found if move is not None)
        self._legal(moves)

    def _legal(self, moves: tuple[str, ...]) -> tuple[Move, ...]:
        """Return root moves, given as text.

        Raises:
            ProtocolError: one of them is illegal in the position.
        """
        legal = self._legal_moves()
        for text in moves:
            if shift_ranks(text, 0) not in legal:
                raise ProtocolError(f"{text} is not legal in {self._position().fen()}")
        return tuple(legal[shift_ranks(text, 0) or ""] for text in moves)

    def _legal_moves(self) -> dict[str, Move]:
        return {move.iccs: move for move in self._position().legal_moves()}

    def _position(self) -> Board:
        """Return the position that was set, or by default the start position.

        Raises:
            ProtocolError: the last position command was rejected.
        """
        if self._is_lost:
            raise ProtocolError("there is no position to search: the last one was refused")
        return self._board or self._board_of(messages.SetPosition())

    def _go(self, go: messages.Go) -> None:
        engine = self._idle_engine("another search")
        try:
            board = self._position()
        except ProtocolError:  # the client waits for an answer, but not for one about another position
            self._say(messages.BestMove(None))
            raise
        limits = self._limits(go, board)
        engine.set_board(board)
        if go.depth == 0 and self._dialect.name == "ucci":  # in UCCI this asks for the static evaluation
            self._say(messages.InfoMessage(depth=0, score_cp=engine.evaluate()))
            self._say(messages.BestMove(None))
            return
        engine.arm()
        self._answered.clear()
        self._search = threading.Thread(
            target=self._think, args=(engine, go, limits), daemon=True, name="search"
        )
        self._search.start()
        if self._batch and _ends_by_itself(limits):
            self._search.join()

    def _limits(self, go: messages.Go, board: Board) -> Limits:
        limits = Limits(
            depth=None if go.depth is None else max(1, go.depth),
            nodes=None if go.nodes is None else max(1, go.nodes),
            movetime_ms=go.movetime_ms,
            mate=go.mate or None,
            infinite=go.infinite,
            ponder=go.ponder,
            search_moves=self._legal(go.search_moves),
            banned_moves=self._banned,
        )
        clock = go.mover or (go.red if board.turn == RED else go.black)
        if clock is None:
            return limits
        return replace(
            limits,
            clock_ms=clock.time_ms,
            increment_ms=clock.increment_ms,
            moves_to_go=clock.moves_to_go,
        )

    def _think(self, engine: Engine, go: messages.Go, limits: Limits) -> None:
        """Search and answer; the body of the search thread."""
        try:
            result = engine.search(limits, lambda info: self._say(_news(info)))
        except Exception as error:  # the client waits for an answer in any case
            self._say(messages.Note(f"error: the search failed, {type(error).__name__}: {error}"))
            result = SearchResult(None)
        self._answered.set()
        self._say(
            messages.BestMove(
                move=result.best_move.iccs if result.best_move is not None else None,
                ponder=result.ponder_move.iccs if result.ponder_move is not None else None,
                draw=go.offers_draw and _is_not_better(result.info),
            )
        )

    def _stop(self) -> bool:
        """Stop the search and wait for its answer; return False if none is running."""
        if self._search is None or self._answered.is_set():
            return False
        self._loaded().stop()
        self._search.join(_STOPPED_S)
        return True

    def _idle_engine(self, what: str) -> Engine:
        """Return the engine if no search is using it.

        Raises:
            ProtocolError: a search is running.
        """
        if self._search is not None:
            if not self._answered.is_set():
                raise ProtocolError(f"{what} has to wait until the search is stopped")
            self._search.join()
            self._search = None
        return self._loaded()

    def _loaded(self) -> Engine:
        """Return the engine, waiting until it has been loaded.

        Raises:
            ProtocolError: the engine cannot be loaded.
        """
        try:
            return self._engine.result()
        except Exception as error:
            raise ProtocolError(f"the engine cannot be loaded, {type(error).__name__}: {error}") from error

    def _ask_for_patience(self) -> None:
        text = "the engine is still being loaded; after a change to its kernels it compiles these"
        self._say(messages.Note(text))
        with contextlib.suppress(OSError):
            print(f"xiangqi: {text}", file=sys.stderr, flush=True)

    def _tell_refused(self, loaded: Future[Engine]) -> None:
        """Report the reason if the engine cannot use its network, since few users read standard error."""
        if loaded.exception() is None and loaded.result().refused:
            self._say(messages.Note(f"{messages.REFUSED}{loaded.result().refused}"))

    def _say(self, reply: messages.Reply) -> None:
        """Send a reply, unless the protocol cannot express it or the stream has been closed."""
        line = self._dialect.format_reply(reply)
        if not line:
            return
        with self._say_lock, contextlib.suppress(OSError, ValueError):
            self._sink.write(line.encode() + b"\n")
            self._sink.flush()


def _ends_by_itself(limits: Limits) -> bool:
    """Return whether a search ends without a ``stop`` or ``ponderhit``."""
    bounds = (limits.depth, limits.nodes, limits.movetime_ms, limits.clock_ms)
    return not (limits.infinite or limits.ponder) and any(bound is not None for bound in bounds)


def _load_engine(future: Future[Engine]) -> None:
    """Import the engine, which loads its kernels, and create one."""
    try:
        from xiangqi.engine.worker import Engine

        future.set_result(Engine())
    except BaseException as error:
        future.set_exception(error)


def _ucci_option(option: Option) -> Option:
    """Return an option under its UCCI name: the usual one, or its own in lower case without spaces."""
    return replace(option, name=_UCCI_NAMES.get(option.name, option.name.lower().replace(" ", "")))


def _automatic(option: Option) -> str:
    """Return the value that a 0 in UCCI stands for if the option's minimum is 1."""
    if option.name != "Threads":
        return option.default
    return str(min(os.cpu_count() or 1, option.max or 1))


def _news(info: Info) -> messages.InfoMessage:
    return messages.InfoMessage(
        depth=info.depth,
        seldepth=info.seldepth,
        multipv=info.multipv,
        score_cp=info.score_cp,
        mate=info.mate,
        bound=info.bound,
        nodes=info.nodes,
        nps=info.nps,
        hashfull=info.hashfull,
        time_ms=info.time_ms,
        pv=tuple(move.iccs for move in info.pv),
    )


def _probe_answer(known: TableEntry | None) -> messages.ProbeAnswer:
    if known is None:
        return messages.ProbeAnswer()
    bound = messages.InfoMessage(depth=known.depth, score_cp=known.score_cp, mate=known.mate)
    return messages.ProbeAnswer(
        move=known.best_move.iccs if known.best_move is not None else None,
        lower=bound if known.lower else None,
        upper=bound if known.upper else None,
    )


def _is_not_better(info: Info | None) -> bool:
    """Return whether the engine, which is offered a draw, does not consider itself better."""
    if info is None:
        return False
    return info.mate < 0 if info.mate is not None else (info.score_cp or 0) <= 0
