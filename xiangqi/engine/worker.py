"""The engine as an object, with a position, options and a search."""

from __future__ import annotations

import contextlib
import random
import secrets
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from xiangqi import rule_sets
from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import (
    BOARD_SIZE,
    KEY,
    MAX_PLY,
    MOVES,
    PATH_CLOCKS,
    PATH_KEYS,
    PATH_LENGTH,
    PATH_SIZE,
)
from xiangqi.core.position import State, make_move, unmake_move
from xiangqi.core.repetition import path_push
from xiangqi.disk import written_path
from xiangqi.engine import masters
from xiangqi.engine.book import Book, own_book, shipped_book
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common.layout import forget, new_engine_state
from xiangqi.engine.common.levels import LEVELS, Level, level_for, on_the_day
from xiangqi.engine.common.parameters import install
from xiangqi.engine.common.scores import mate_in
from xiangqi.engine.common.techniques import ALL_TECHNIQUES, NETWORK, TABLES
from xiangqi.engine.common.types import Info, Limits, Option, SearchResult, TableEntry
from xiangqi.engine.elephant_book import open_book
from xiangqi.engine.evaluation.endgames import Knowledge, look_up, tables_of
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.evaluation.network import Network, load_network, shipped_network
from xiangqi.engine.options import EVALUATIONS, OPTIONS, checked_value
from xiangqi.engine.search.blunders import chance_of
from xiangqi.engine.search.deepening import OnInfo, Run, Signals
from xiangqi.engine.search.progress import nearest
from xiangqi.engine.search.timeman import budget_of
from xiangqi.engine.search.transposition import (
    BOUND_LOWER,
    BOUND_UPPER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    probe,
)
from xiangqi.engine.search.tt_resize import GrowingTable
from xiangqi.errors import ResourceError, SearchRunningError, TableError
from xiangqi.fen import insist_on_soundness
from xiangqi.i18n.message import Message
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.referee import Rules, warning
from xiangqi.referee.warnings import LOSES
from xiangqi.tables.treetables import TreeTables

_KEPT_PATH = PATH_SIZE - 2 * MAX_PLY  # plies of the game that the search looks back on
_NO_LIMIT = 1 << 30
_UNPACKING = 0.05  # share of the time for a move to unpack endgame tables


def _shipped_network() -> tuple[Network | None, str]:
    """Return the program's network and "", or None and the reason why it cannot be used."""
    try:
        return shipped_network(), ""
    except ResourceError as error:
        print(f"xiangqi: the handcrafted evaluation is used, {error}", file=sys.stderr)
        return None, str(error)


JUDGING_OF: Final = {
    rule_sets.JUDGES_NOTHING: slots.BY_NOTHING,
    rule_sets.JUDGES_CHASES: slots.BY_CHASES,
    rule_sets.JUDGES_CLASSES: slots.BY_CLASSES,
}


class Engine:
    """One engine with its transposition table, which is kept from search to search.

    search blocks the calling thread and releases the interpreter lock. While it runs, other threads may call
    stop, ponderhit and probe; everything else but arm raises SearchRunningError.

    Attributes:
        refused: why the handcrafted evaluation is used instead of the network; "" if the network is used.
        refused_tables: the files of the option TablePath that cannot be used, each with the reason.
    """

    options: tuple[Option, ...] = OPTIONS

    def __init__(self, hash_mb: int = 64, techniques: int = ALL_TECHNIQUES) -> None:
        """Create an engine with the start position.

        Args:
            hash_mb: size of the transposition table.
            techniques: bit mask of engine.common.techniques.
        """
        self._state = new_engine_state()
        self._state[slots.TECHNIQUES] = techniques
        self._network, self.refused = _shipped_network() if techniques & NETWORK else (None, "")
        if self._network is not None:
            self._network.install(self._state)
        self._helpers: list[State] = []  # a state for each thread beyond the first
        self._table = GrowingTable(hash_mb)
        self._values = {option.name: option.default for option in OPTIONS} | {"Hash": str(hash_mb)}
        self._random = random.Random()
        self._book = Book()
        self._endgames = tables_of("")
        self.refused_tables: tuple[str, ...] = ()
        self._tree_tables = TreeTables(self._endgames)
        self._seed = 0  # the seed of all random choices in this game
        self._own_level: Level | None = None  # takes the place of a level of LEVELS
        self._signals = Signals()
        self._busy = threading.Lock()
        self._board = Board()
        self._agree_on_rules()
        self.set_position(START_FEN, ())

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Reserve the engine for the block, excluding even the callbacks of a search.

        Raises:
            SearchRunningError: a search is running.
        """
        if not self._busy.acquire(blocking=False):
            raise SearchRunningError(Message("detail.search_running"))
        try:
            yield
        finally:
            self._busy.release()

    def clear(self) -> None:
        """Clear the transposition table and statistics for a new game.

        Raises:
            SearchRunningError: a search is running.
        """
        with self._alone():
            self._clear()

    def _clear(self) -> None:
        self._draw_seed()
        self._table.clear()
        forget(self._state)

    def set_parameters(self, values: Mapping[str, int]) -> None:
        """Set search parameters, for measuring and tuning, and clear the results of searches with others.

        Raises:
            ValueError: there is no such parameter; nothing is changed.
            SearchRunningError: a search is running.
        """
        with self._alone():
            install(self._state, values)
            self._clear()

    def play_as(self, level: Level | None) -> None:
        """Search as a level outside the ladder, for experiments; None restores the level given by the options.

        The options still choose the opening moves and the evaluation.

        Raises:
            SearchRunningError: a search is running.
        """
        with self._alone():
            self._own_level = level

    def _draw_seed(self) -> None:
        """Seed the random choices of a game from the option Seed or, if that is 0, at random."""
        self._seed = int(self._values["Seed"]) or secrets.randbits(31)
        self._random.seed(self._seed)

    def set_option(self, name: str, value: str) -> None:
        """Set one of OPTIONS.

        Raises:
            ValueError: the option or value is unknown; nothing is changed.
            ResourceError: the book or network cannot be used; nothing is changed.
            SearchRunningError: a search is running.
        """
        option, text = checked_value(name, value)
        with self._alone():
            self._set_option(option, text)

    def _set_option(self, option: Option, text: str) -> None:
        if option.type == "button":
            self._clear()
            return
        if option.name in ("OwnBook", "Book File"):
            self._set_book(option.name, text)
        elif option.name == "EvalFile":
            self._set_network(text)
        elif option.name == "TablePath":
            self._endgames = tables_of(text)
            self.refused_tables = tuple(self._endgames.check()) if text else ()
            self._tree_tables = TreeTables(self._endgames)
        self._values[option.name] = text
        if option.name == "Hash":
            self._table = GrowingTable(int(text))
        elif option.name == "Threads":
            self._helpers = [new_engine_state() for _ in range(int(text) - 1)]
        elif option.name == "Seed":
            self._draw_seed()
        elif option.name in ("Evaluation", "EvalFile", "Level", "UCI_LimitStrength", "UCI_Elo"):
            self._choose_evaluation()
        elif option.name == "Contempt":
            self._state[slots.CONTEMPT] = int(text)
        elif option.name in ("Rules", "Occurrences", "Natural Limit"):
            self._agree_on_rules()

    def _set_book(self, name: str, text: str) -> None:
        """Open or close the book after an option about it has changed.

        Raises:
            ResourceError: the book cannot be read; nothing is changed.
        """
        values = self._values | {name: text}
        path = written_path(values["Book File"]) if values["Book File"] else own_book()
        self._book = open_book(path) if values["OwnBook"] == "true" else Book()

    def _set_network(self, path: str) -> None:
        """Use the network in a file, or the program's own for an empty path.

        Raises:
            ResourceError: it cannot be read; nothing is changed.
        """
        self._network = load_network(written_path(path)) if path else shipped_network()
        self._network.install(self._state)
        self._clear()

    def _choose_evaluation(self) -> None:
        """Use the network if level and options allow it; clear the table if the evaluation has changed."""
        wanted = LEVELS[self._level_number()].network and self._values["Evaluation"] == EVALUATIONS[0]
        shift = self._network.shift if wanted and self._network is not None else 0
        if self._state[slots.NETWORK_SHIFT] != shift:
            self._state[slots.NETWORK_SHIFT] = shift
            self._clear()

    def _agree_on_rules(self) -> None:
        """Set the rules of the search from the options, and clear the results of searches under other rules."""
        self._rules = Rules(
            name=self._values["Rules"],
            occurrences=int(self._values["Occurrences"]),
            natural_limit_rounds=int(self._values["Natural Limit"]) or None,
        )
        self._state[slots.OCCURRENCES] = self._rules.occurrences
        rounds = self._rules.natural_limit_rounds
        self._state[slots.REPETITION_RULE] = JUDGING_OF[self._rules.rule_set.judging]
        self._state[slots.NATURAL_LIMIT] = _NO_LIMIT if rounds is None else 2 * rounds
        self._clear()

    def set_position(self, start_fen: str, moves: Sequence[Move]) -> None:
        """Set the position to search, with the moves that led to it, for repetitions.

        Raises:
            FenError: the position cannot be read or played.
            IllegalMoveError: a move is illegal.
            SearchRunningError: a search is running. In all cases the position stays as it was.
        """
        board = Board(start_fen)
        for move in moves:
            board.push(move)
        self.set_board(board)

    def set_board(self, board: Board) -> None:
        """Set the position to search from a board, with its moves, which are not checked again.

        Args:
            board: the position; it is copied.

        Raises:
            FenError: the board's start position cannot be played; the position stays as it was.
            SearchRunningError: a search is running.
        """
        insist_on_soundness(board.start)  # the kernels rely on the numbers and places of the pieces
        with self._alone():
            self._board = board.copy()
            self._load(self._board)

    def _load(self, board: Board) -> None:
        """Copy the position into the state, with the last moves on its path."""
        kept = board.move_stack[-_KEPT_PATH:]
        start = board.copy()
        for _ in kept:
            start.pop()
        state = self._state
        state[:MOVES] = start.state[:MOVES]
        state[PATH_LENGTH] = 0
        state[PATH_CLOCKS] = start.halfmove_clock
        for move in kept:
            path_push(state, int(move))

    def arm(self) -> None:
        """Drop a stop that was meant for an earlier search. Call when a search is ordered."""
        self._signals.clear()
        self._state[slots.STOP] = 0

    def stop(self) -> None:
        """Stop the search, from any thread, even if it has been ordered but not begun."""
        self._signals.stopped.set()
        self._state[slots.STOP] = 1

    def ponderhit(self) -> None:
        """Tell the search that the move pondered on was played: its limits count from now on."""
        self._signals.hit()

    def search(self, limits: Limits, on_info: OnInfo | None = None) -> SearchResult:
        """Search the position that was set, and return the best move.

        Args:
            limits: the limits of the search.
            on_info: called with each line of each depth, in this thread.

        The best move is None when the side to move has no legal or no allowed move. A move from the book has no
        info.

        Raises:
            SearchRunningError: another search is running.
            ResourceError: the masters' practice is to be used and is missing or damaged.
        """
        with self._alone():
            return self._searched(limits, on_info or (lambda _info: None))

    def _searched(self, limits: Limits, tell: OnInfo) -> SearchResult:
        try:
            root = self._root_moves(limits)
            if not root:
                self._signals.await_release(limits)
                return SearchResult(None)
            known = None if limits.infinite or limits.ponder else self._opening_move(root)
            if known is not None:
                return SearchResult(known)
            self._choose_evaluation()  # by rating, the level may change from move to move
            level = on_the_day(self._own_level or LEVELS[self._level_number()], chance_of(self._seed))
            states = (self._state, *self._helpers)
            mtdf = self._values["Search"] == "MTDf"
            self._state[slots.TABLEBASES] = self._tables_for_the_tree(limits)
            run = Run(states, self._table, self._signals, limits, level, mtdf=mtdf)
            lines = int(self._values["MultiPV"])
            knowledge = self._look_up(root)
            if knowledge is None:
                return run.go(root, lines, tell, self._board, self._seed)
            beside: list[Move] = []
            if lines == 1:
                root = self._nearest(knowledge, limits)
                beside = [move for move in knowledge.winning if move not in root]

            def corrected(info: Info) -> None:
                tell(knowledge.corrected(info))

            found = run.go(root, lines, corrected, self._board, self._seed, beside=beside)
            return replace(found, info=None if found.info is None else knowledge.corrected(found.info))
        finally:
            self.arm()

    def _opening_move(self, allowed: Iterable[Move]) -> Move | None:
        """Return a move from the masters' practice or the book, depending on the options, or None.

        Raises:
            ResourceError: the masters' practice is missing or damaged.
        """
        values = self._values
        follows = values["MastersBook"] == values["OwnBook"] == "true" and not values["Book File"]
        if follows and own_book() == shipped_book():
            move = masters.pick(self._board, self._level_number(), allowed, self._random)
            if move is not None:
                return move
        return self._book.pick(self._board, allowed, self._random, values["Book Choice"])

    def _asks_tables(self) -> bool:
        """Return whether endgame tables are used: only at full strength."""
        weak = int(self._values["Level"]) != FULL_STRENGTH or self._values["UCI_LimitStrength"] == "true"
        return not weak and bool(self._state[slots.TECHNIQUES] & TABLES)

    def _tables_for_the_tree(self, limits: Limits) -> int:
        """Unpack the endgame tables near the position, in a share of the time, and return their address."""
        if not self._asks_tables():
            return 0
        time_ms = budget_of(limits).hard_ms
        seconds = None if time_ms is None else time_ms * _UNPACKING / 1000
        return self._tree_tables.prepare(self._state, int(self._state[slots.NATURAL_LIMIT]), seconds)

    def _look_up(self, root: list[Move]) -> Knowledge | None:
        """Return the endgame tables' knowledge of the root; None if they are not used or do not cover it."""
        if not self._asks_tables():
            return None
        try:
            return look_up(self._endgames, self._board.copy(), root)
        except TableError as error:  # a damaged block was found: the game continues without the table
            print(f"xiangqi: {error}", file=sys.stderr)
            return None

    def _nearest(self, knowledge: Knowledge, limits: Limits) -> list[Move]:
        """Return the moves that keep the result and make the most progress.

        They are found by a search if distances are unknown.
        """
        directory = int(self._state[slots.TABLEBASES])
        if knowledge.is_near or not directory:
            return list(knowledge.kept)
        return nearest(self._state, directory, knowledge.kept, self._passed(), budget_of(limits).hard_ms)

    def _passed(self) -> list[State]:
        """Return the positions before this one that the side to move was winning as well, latest first.

        They go back to the last capture, or to a position that it was not winning.
        """
        board = self._board.copy()
        passed = []
        while board.move_stack and board.halfmove_clock:
            board.pop()
            if board.turn == self._board.turn:
                if not self._is_won(board):
                    break
                passed.append(board.state[:BOARD_SIZE].copy())
        return passed

    def _is_won(self, board: Board) -> bool:
        """Return whether the side to move wins for sure by the endgame tables."""
        with contextlib.suppress(TableError):  # a damaged block
            bounds = self._endgames.bounds(board.state)
            return bounds is not None and bounds.low > 0
        return False

    def _level_number(self) -> int:
        """Return the level to play at in this position, given by the level or the rating option."""
        if self._values["UCI_LimitStrength"] == "false":
            return int(self._values["Level"])
        chance = chance_of(self._seed, self._board.key, len(self._board.move_stack))
        return level_for(int(self._values["UCI_Elo"]), chance)

    def evaluate(self) -> int:
        """Return the static evaluation of the position, in centipawns from the view of the side to move.

        Raises:
            SearchRunningError: a search is running.
        """
        with self._alone():
            return int(evaluate(self._state))

    def probe(self, board: Board) -> TableEntry | None:
        """Return the transposition table's entry for a position, or None; allowed during a search."""
        entry = int(probe(self._table.used, board.key))
        if entry == 0:
            return None
        move, score, bound = Move(entry_move(entry)), int(entry_score(entry)), int(entry_bound(entry))
        mate = mate_in(score)
        return TableEntry(
            best_move=move if board.is_legal(move) else None,
            depth=int(entry_depth(entry)),
            score_cp=score if mate is None else None,
            mate=mate,
            lower=bool(bound & BOUND_LOWER),
            upper=bool(bound & BOUND_UPPER),
        )

    def _root_moves(self, limits: Limits) -> list[Move]:
        """Return the moves to choose among, without those that lose by repetition unless all do."""
        moves = self._board.legal_moves()
        if limits.search_moves:
            moves = [move for move in moves if move in limits.search_moves]
        moves = [move for move in moves if move not in limits.banned_moves]
        return [move for move in moves if not self._loses_by_repetition(move)] or moves

    def _loses_by_repetition(self, move: Move) -> bool:
        """Return whether the referee would rule the game lost after `move`."""
        state = self._state
        captured = make_move(state, int(move))
        key = state[KEY]
        unmake_move(state, int(move), captured)
        if key not in state[PATH_KEYS : PATH_KEYS + state[PATH_LENGTH]]:
            return False
        found = warning(self._board, move, self._rules)
        return found is not None and found.kind == LOSES
