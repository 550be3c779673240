"""Random but sensible values for every intent and event of a session, made from the types of their fields.

A new intent or event needs nothing here unless a field has a type that is not known yet; then `ValueMaker`
raises TypeError, and the test of `update` names it. Fields that refer to something in the session (the id of a
search, a ply, a move) mostly refer to what exists, now and then to what is gone or never was.
"""

from __future__ import annotations

import random
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.event import Input
from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.play import NewGame
from xiangqi.app.insights.asks import SparringReady
from xiangqi.app.insights.sparring import SparAgainst
from xiangqi.app.insights.state import PlayerInsights as InsightReport
from xiangqi.app.intent import Intent
from xiangqi.app.openings.place import ShowOpeningLine
from xiangqi.app.openings.state import SideView
from xiangqi.app.pixels import Pixels
from xiangqi.app.session import positions, view
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import ExplainBetter, Hint
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.app.session.state import AppState
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Board, Move
from xiangqi.coach.notes import Reply
from xiangqi.core.constants import BLACK, BOARD_SQUARES, KING, PAWN, RED
from xiangqi.engine.common.types import Info
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.missed import Missed
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.exercises.rating import StrengthEstimate
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.insights.claims import Claim
from xiangqi.insights.dimensions import DIMENSIONS, Dimension
from xiangqi.lessons.lesson import load_lessons
from xiangqi.library import Query
from xiangqi.line import Line
from xiangqi.openings import FAMILIES
from xiangqi.recognition.reading import Reading
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game
from xiangqi.referee import Rules
from xiangqi.repertoire.departures import Departure
from xiangqi.repertoire.lines import RepertoireMove
from xiangqi.repertoire.store import RepertoireChange
from xiangqi.storage.settings import EXPERIENCES

T = TypeVar("T")

MATE: Final = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w"
FEW_PIECES: Final = "3k5/9/9/9/9/9/9/9/3r5/4K4 w"
FENS: Final = (START_FEN, START_FEN, MATE, FEW_PIECES)
RECORDS: Final = (
    "1. 炮二平五 {one} (1. 兵七进一 卒７进１) 马８进７ (1... 炮８平５) 2. 马二进三 车９平８ 3. 车一平二 *",
    "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. e2e6 *",
    '[Red "甲"]\n\n1. 炮二平五 马８进７ 2. 马二进三 车９进九 *',
)
GAMES: Final = tuple(pack(game) for text in RECORDS for game in read_bytes(text.encode(), "text"))
TEXTS: Final = ("", "x", "好棋 ", "h2e2", "1. h2e2 h9g7 *", f"{MATE} - - 0 1", "9/9 w", "1-0")
PLAYERS: Final = (
    Player(),
    Player(),
    Player(PlayerKind.COMPUTER, 2),
    Player(PlayerKind.ENGINE, 2, ("some-engine", "--fast")),
    Player(name="Anna"),
)
TASKS: Final = (
    Assignment(SolvingTask(START_FEN, (Move.from_iccs("b2e2"),), ExerciseKind.WIN), "key", "pack"),
    Assignment(SolvingTask(MATE, (Move.from_iccs("b0b9"),), ExerciseKind.WIN), "mate", "pack"),
)
_CHANGES: Final[tuple[Mapping[str, object], ...]] = (
    {"coach_interrupts": "inaccuracy"},
    {"coach_interrupts": ""},
    {"notation": "iccs"},
    {"language": "zh-Hans"},
    {"analysis_lines": 3},
    {"turn_board": True},
)
_HARD_TO_MAKE: Final = (Departure, InsightReport, SideView)
"""Results of long computations: they are None, or missing, and events that need one are left to other tests."""


_NAMES: Final = {
    one.__name__: one for one in (RepertoireChange, Claim, Departure, Missed, Query, StrengthEstimate)
} | {"RepertoireMove": RepertoireMove}
"""Names that modules import for the type checker alone."""


def _hints(kind: type) -> dict[str, object]:
    try:
        return get_type_hints(kind)
    except NameError:
        return get_type_hints(kind, localns=_NAMES)


class ValueMaker:
    """Makes the inputs of a session in one state."""

    def __init__(self, state: AppState, chance: random.Random) -> None:
        self._state = state
        self._chance = chance

    def message(self, kind: type[Input]) -> Input:
        """Return an input of a kind.

        Raises:
            TypeError: a field has a type for which there are no values.
        """
        made = _WHOLE[kind](self) if kind in _WHOLE else self._made(kind, 0)
        assert isinstance(made, kind)
        return made

    def move(self) -> Move:
        """Return a move, mostly one that is legal on the board."""
        legal = positions.board_at(view.board_line(self._state).here).legal_moves()
        if legal and self._chance.random() < 0.9:
            return self._chance.choice(legal)
        return Move.of(self._chance.choice(BOARD_SQUARES), self._chance.choice(BOARD_SQUARES))

    def setup(self) -> Setup:
        """Return the terms of a game."""
        red, black = self._chance.choice(PLAYERS), self._chance.choice(PLAYERS)
        time = self._chance.choice((UNTIMED, UNTIMED, TimeControl(20, 1), TimeControl(5, 0, 5)))
        return Setup(red, black, self._chance.choice(FENS), Rules(occurrences=2), time)

    # ---- By type ----

    def _made(self, kind: type, depth: int) -> object:
        """Return an instance of a data class or named tuple; optional fields are mostly left as they are."""
        hints = _hints(kind)
        if not is_dataclass(kind):
            names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
            return kind(*(self._value(hints[name], name, depth + 1) for name in names))
        values = {}
        for field in fields(kind):
            optional = field.default is not MISSING or field.default_factory is not MISSING
            if optional and (depth or self._chance.random() < 0.4):
                continue
            values[field.name] = self._value(hints[field.name], field.name, depth + 1)
        return kind(**values)

    def _value(self, hint: object, name: str, depth: int) -> object:
        """Return a value for a field.

        Raises:
            TypeError: no value of its type can be made, or it is nested too deeply.
        """
        if name in _NAMED:
            return _NAMED[name](self)
        if hint in _TYPED:
            return _TYPED[hint](self)
        if hint in _HARD_TO_MAKE or depth > 6:
            raise TypeError(f"no value of {hint} for {name}")
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._one_of(inner, name, depth)
        if origin is Literal:
            return self._chance.choice(inner)
        if origin is tuple:
            return self._tuple(inner, name, depth)
        if origin in (list, frozenset):
            return origin(())
        if origin in (dict, Mapping) or str(origin).endswith("Mapping"):
            return {}
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self._chance.choice(list(hint))
        if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
            return self._made(hint, depth)
        raise TypeError(f"no value of {hint} for {name}")

    def _one_of(self, kinds: tuple[object, ...], name: str, depth: int) -> object:
        known = [kind for kind in kinds if kind not in (*_HARD_TO_MAKE, type(None))]
        if not known or (type(None) in kinds and self._chance.random() < 0.4):
            return None
        return self._value(self._chance.choice(known), name, depth)

    def _tuple(self, kinds: tuple[object, ...], name: str, depth: int) -> tuple[object, ...]:
        if kinds and kinds[-1] is not Ellipsis:
            return tuple(self._value(kind, name, depth) for kind in kinds)
        if not kinds or kinds[0] in _HARD_TO_MAKE:
            return ()
        return tuple(self._value(kinds[0], name, depth) for _ in range(self._chance.randrange(3)))

    # ---- By what it refers to ----

    def id(self) -> int:
        """Return the number of an open document, of a recent order, or of nothing."""
        newest = self._state.next_id
        known: list[int] = [document.id for document in self._state.documents]
        known += [*range(max(0, newest - 4), newest), 0]
        return self._chance.choice(known)

    def document_id(self) -> int:
        """Return the number of an open document, or of none."""
        return self._chance.choice([*(document.id for document in self._state.documents), 0])

    def side(self) -> int:
        """Return RED or BLACK."""
        return self._chance.choice((RED, BLACK))

    def small(self) -> int:
        """Return a small number, rarely a negative one."""
        return self._chance.choice((0, 0, 1, 1, 2, 3, 5, 9, 40, -1))

    def new_game(self) -> NewGame:
        """Return the order for a game, rarely with moves that are already on its board."""
        setup = self.setup()
        made = self.moves_from(Board(setup.start_fen), self._chance.choice((0, 0, 0, 1, 3)))
        return NewGame(setup, self._chance.random() < 0.2, self._chance.random() < 0.2, made)

    def spar_against(self) -> SparAgainst:
        """Return the order for a game against an absent player, after legal opening moves."""
        return SparAgainst("x", self.side(), self.moves_from(Board(), self._chance.randrange(4)))

    def sparring_ready(self) -> SparringReady:
        """Return the answer to an order for a game against an absent player."""
        asked = self.spar_against()
        rating = self._chance.choice((None, 1500))
        return SparringReady(asked.name, asked.side, asked.moves, Path("book.txt"), rating)

    def explain_better(self) -> ExplainBetter:
        """Return the question about a line of at least one legal move, and another legal one."""
        fen = self._chance.choice(FENS)
        line = self.moves_from(Board(fen), self._chance.randrange(1, 4))
        return ExplainBetter(fen, line, Board(fen).legal_moves()[0])

    def square(self) -> int:
        """Return a point of the board."""
        return self._chance.choice(BOARD_SQUARES)

    def text(self) -> str:
        """Return a short text, often a move."""
        return self.move().iccs if self._chance.random() < 0.6 else self._chance.choice(TEXTS)

    def line(self) -> Line:
        """Return a beginning of the line on the board, or a short line of its own."""
        shown = view.board_line(self._state).whole
        if self._chance.random() < 0.7:
            return shown.upto(self._chance.randrange(len(shown.moves) + 1))
        return Line().then(Move.from_iccs("b0c2"), Move.from_iccs("b9c7"))

    def moves(self) -> tuple[Move, ...]:
        """Return a few moves, mostly legal ones from the position on the board."""
        board = positions.board_at(view.board_line(self._state).here).copy()
        found = self.moves_from(board, self._chance.randrange(4))
        return found if self._chance.random() < 0.8 else (*found, Move.from_iccs("a0a9"))

    def moves_from(self, board: Board, count: int) -> tuple[Move, ...]:
        """Return up to `count` legal moves, and make them on `board`; the game may end before."""
        found = list[Move]()
        while len(found) < count and (legal := board.legal_moves()):
            found.append(self._chance.choice(legal))
            board.push_unchecked(found[-1])
        return tuple(found)

    def info(self) -> Info:
        """Return a report of a search."""
        score = self._chance.choice((0, 35, -60, 300, -400, 900))
        return Info(self._chance.randrange(9), 9, 5_000, 50, score, pv=self.moves() or (self.move(),))

    def resume(self) -> ResumeOffer:
        """Return an unfinished game of an earlier run."""
        game = Game()
        tip = game.root.add(Move.from_iccs("h2e2"))
        terms = Setup(PLAYERS[0], self._chance.choice(PLAYERS))
        return ResumeOffer(Document.of(0, game, GameInProgress(tip, terms)).at(tip), False, False)

    def chosen(self, *values: T) -> T:
        """Return one of some values."""
        return self._chance.choice(values)

    def now(self) -> float:
        """Return a time a little later."""
        return self._state.now + self._chance.choice((0.0, 0.1, 0.5, 1.5, 3.0))


_NAMED: Final[Mapping[str, Callable[[ValueMaker], object]]] = {
    "now": ValueMaker.now,
    "document_id": ValueMaker.document_id,
    **dict.fromkeys(
        ("search_id", "question_id", "load_id", "film_id", "share_id", "import_id", "ask_id", "review_id"),
        ValueMaker.id,
    ),
    **dict.fromkeys(("probe_id", "recognition_id"), ValueMaker.id),
    **dict.fromkeys(("side", "winner"), ValueMaker.side),
    "square": ValueMaker.square,
    "fen": lambda make: make.chosen(*FENS),
    "text": ValueMaker.text,
    "values": lambda make: make.chosen(*_CHANGES),
    "then": lambda make: make.chosen(Hint(), ExplainPosition()),
    "piece": lambda make: make.chosen(RED | PAWN, BLACK | KING, RED | KING, 0, -1),
    "result": lambda make: make.chosen("1-0", "0-1", "1/2-1/2", "*"),
    "mark": lambda make: make.chosen(None, 1, 6),
    "squares": lambda make: (make.square(),),
    "position": lambda make: make.chosen((1, 2), (300, 400)),
    "key": lambda make: make.chosen(*(lesson.key for lesson in load_lessons())),
    "step": lambda make: make.chosen(1, -1, 2),
    "experience": lambda make: make.chosen(*EXPERIENCES[1:]),
    "family": lambda make: make.chosen("", *FAMILIES[:3]),
    "judgements": lambda make: make.chosen((), ({"turn": "red"},), (None, None)),
    "stored": lambda _make: (),
    "missing": lambda make: make.chosen((), ("marks",)),
    "sources": lambda make: make.chosen((Path("picture.png"),), (None,)),
    "sides": lambda _make: {},
    "form": lambda make: make.chosen("pgn", "dhtmlxq"),
    "first": lambda _make: None,
    "today": lambda make: make.chosen("2026.01.31", "2026.02.01"),
    "query": lambda make: make.chosen(None),
}
"""Values of fields by their names, where the type alone says too little."""

_TYPED: Final[Mapping[object, Callable[[ValueMaker], object]]] = {
    int: ValueMaker.small,
    bool: lambda make: make.chosen(True, False),
    float: lambda make: make.chosen(0.0, 0.5, 1.0),
    str: lambda make: make.chosen(*TEXTS),
    object: lambda _make: None,
    bytes: lambda _make: bytes(12),
    Path: lambda make: make.chosen(Path("a.pgn"), Path("games.pgn"), Path("film.gif")),
    Move: ValueMaker.move,
    tuple[Move, ...]: ValueMaker.moves,
    Setup: ValueMaker.setup,
    Player: lambda make: make.chosen(*PLAYERS),
    Line: ValueMaker.line,
    Info: ValueMaker.info,
    Message: lambda make: make.chosen(Message("toast.browsing"), Message("toast.no_analysis")),
    Game: lambda _make: GAMES[0].unpack(),
    PackedGame: lambda make: make.chosen(*GAMES),
    ResumeOffer: ValueMaker.resume,
    Assignment: lambda make: make.chosen(*TASKS),
    TrainingRequest: lambda _make: TrainingRequest(ExerciseSet.TODAY),
    Pixels: lambda _make: Pixels(2, 2, bytes(12)),
    Reply: lambda _make: None,
    Intent: lambda _make: Hint(),
    Board: lambda _make: Board(),
    Dimension: lambda make: make.chosen(*DIMENSIONS),
    Reading: lambda make: make.chosen(
        Reading(None), Reading(START_FEN.split()[0], certain=True), Reading("3k5/9/9/9/9/9/9/9/3r5/4K4")
    ),
}

_WHOLE: Final[Mapping[type, Callable[[ValueMaker], object]]] = {
    NewGame: ValueMaker.new_game,
    ExplainBetter: ValueMaker.explain_better,
    SparAgainst: ValueMaker.spar_against,
    SparringReady: ValueMaker.sparring_ready,
    ShowOpeningLine: lambda _make: ShowOpeningLine((Move.from_iccs("b0c2"), Move.from_iccs("b9c7"))),
    TrainingRead: lambda make: TrainingRead(
        TrainingRequest(ExerciseSet.TODAY), TASKS, (make.chosen(None, True), make.chosen(None, False))
    ),
}
"""Inputs whose fields must agree with each other, or that must mean the same in every state."""
