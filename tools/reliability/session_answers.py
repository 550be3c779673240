"""Random answers of engines, the coach and the workers to orders: partial ones, complete ones and failures."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import singledispatch
from pathlib import Path

from tools.reliability.session_values import GAMES, TASKS
from xiangqi.app.coach.asks import AskCoach, CoachFailed, CoachSaid
from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.exercises.asks import AnswerJudged, JudgeAnswer, TrainingRead
from xiangqi.app.game.search_effects import SearchDone, SearchFailed, SearchInfo, StartSearch
from xiangqi.app.library.asks import AskExplorer, Explored
from xiangqi.app.library.state import Exploration
from xiangqi.app.openings.asks import CompareGame, GameCompared
from xiangqi.app.records.asks_reading import (
    FolderListed,
    GamesRead,
    ListFolder,
    LoadFailed,
    LoadFile,
    LoadFound,
    LoadText,
)
from xiangqi.app.records.asks_writing import FileExists, FileSaved, SaveFailed, WriteRecord
from xiangqi.app.session.analysis import AnalysisSearch
from xiangqi.app.session.document import Stored
from xiangqi.app.session.files import FolderEntry
from xiangqi.app.session.orders import LoadTraining
from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.notes import (
    HintLadder,
    HintQuestion,
    MistakeQuestion,
    MoveNotes,
    MoveQuestion,
    Offer,
    PositionNotes,
    PositionQuestion,
    Question,
    Reply,
)
from xiangqi.engine.common.types import Info
from xiangqi.errors import RecordError
from xiangqi.line import Line
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.repertoire.departures import Departure

_SCORES = (0, 35, -60, 300, -300, 900)
_WHY = "it failed"


@singledispatch
def answer(_order: Effect, _chance: random.Random) -> Event | None:
    """Return one possible answer to an order; None if orders of this kind have no answer."""
    return None


def _random_line(line: Line, chance: random.Random, most: int = 3) -> tuple[Move, ...]:
    board, found = line.board(), list[Move]()
    while len(found) < most and (legal := board.legal_moves()):
        found.append(chance.choice(legal))
        board.push_unchecked(found[-1])
    return tuple(found)


@answer.register
def _(order: StartSearch, chance: random.Random) -> Event:
    line = _random_line(order.line, chance)
    kind = chance.randrange(8)
    if kind == 0 or not line:
        return SearchFailed(order.search_id, _WHY)
    if kind < 4:
        score = chance.choice(_SCORES)
        return SearchInfo(order.search_id, Info(12, 14, 9_000, 90, score, pv=line))
    return SearchDone(order.search_id, line[0], resigns=kind == 4 and chance.random() < 0.1)


def judged(search: AnalysisSearch, chance: random.Random) -> tuple[Event, ...]:
    """Return a random outcome of a search for the analysis: a report and, mostly, its end; or a failure."""
    line = _random_line(search.task.line, chance)
    if not line:
        return (SearchFailed(search.id, _WHY),)
    told = SearchInfo(search.id, Info(12, 14, 9_000, 90, chance.choice(_SCORES), pv=line))
    ended = SearchFailed(search.id, _WHY) if chance.random() < 0.1 else SearchDone(search.id, line[0])
    return (told, ended) if chance.random() < 0.8 else (told,)


@answer.register
def _(order: AskCoach, chance: random.Random) -> Event:
    if chance.random() < 0.1:
        return CoachFailed(order.question_id, _WHY)
    return CoachSaid(order.question_id, _reply(order.question, chance))


def _reply(question: Question, chance: random.Random) -> Reply:
    if isinstance(question, MoveQuestion):
        return MoveNotes(_facts(question.line, chance))
    if isinstance(question, MistakeQuestion):
        return Offer(0.3, _facts(question.line, chance)) if chance.random() < 0.7 else None
    if isinstance(question, HintQuestion):
        move = question.line[0]
        piece = Placed(move.from_square, question.at.board().piece_at(move.from_square))
        return HintLadder(piece, move, None, question.line)
    assert isinstance(question, PositionQuestion)
    return PositionNotes((), (), ())


def _facts(line: Line, chance: random.Random) -> tuple[Fact, ...]:
    """Return a fact about a piece that can be captured after the last move; () if there is none."""
    board = line.board()
    captures = [move for move in board.legal_moves() if board.is_capture(move)]
    if not captures:
        return ()
    move = chance.choice(captures)
    pieces = tuple(Placed(square, board.piece_at(square)) for square in (move.from_square, move.to_square))
    return (Fact(FactKind.HANGS, board.turn, Start.AFTER, pieces, (move,), 100, name="free"),)


@answer.register
def _(order: LoadFile, chance: random.Random) -> Event:
    return _read(order.load_id, order.path, chance)


@answer.register
def _(order: LoadText, _chance: random.Random) -> Event:
    try:
        games = tuple(map(pack, read_bytes(order.text.encode(), "text")))
    except RecordError:
        games = ()
    if not games:
        return LoadFailed(order.load_id, "", _WHY)
    return GamesRead(order.load_id, "", None, games, True)


@answer.register
def _(order: LoadFound, chance: random.Random) -> Event:
    stored = tuple(Stored(number, chance.randrange(9)) for number in range(1, len(GAMES) + 1))
    found = _read(order.load_id, None, chance)
    return replace(found, games=GAMES, stored=stored) if isinstance(found, GamesRead) else found


@answer.register
def _(order: CompareGame, chance: random.Random) -> Event:
    if not order.moves:
        return GameCompared(order.document_id, order.side, None)
    ply = chance.randrange(len(order.moves))
    better = _random_line(Line().then(*order.moves[:ply]), chance, 1)
    found = Departure(ply + 1, order.moves[ply], better, own=chance.random() < 0.5)
    return GameCompared(order.document_id, order.side, found)


def _read(load_id: int, path: Path | None, chance: random.Random) -> Event:
    if chance.random() < 0.1:
        return LoadFailed(load_id, "a", _WHY)
    first = chance.randrange(len(GAMES))
    return GamesRead(load_id, "a", path, GAMES[first : first + chance.choice((1, 1, 2))], chance.random() < 0.8)


@answer.register
def _(order: ListFolder, chance: random.Random) -> Event:
    if chance.random() < 0.2:
        return FolderListed(order.path or Path("/records"), (), _WHY, order.programs)
    entries = (FolderEntry("a", True), FolderEntry("b.pgn", False, 10))
    return FolderListed(order.path or Path("/records"), entries, "", order.programs)


@answer.register
def _(order: WriteRecord, chance: random.Random) -> Event:
    kind = chance.randrange(5)
    if kind == 0:
        return SaveFailed(order.path, _WHY)
    if kind == 1 and not order.overwrite:
        return FileExists(order.path, has_more=chance.random() < 0.3)
    return FileSaved(order.path, order.source, ("marks",) if kind == 2 else ())


@answer.register
def _(order: AskExplorer, chance: random.Random) -> Event:
    failure = _WHY if chance.random() < 0.2 else ""
    return Explored(order.ask_id, Exploration(order.query, failure=failure))


@answer.register
def _(order: LoadTraining, chance: random.Random) -> Event:
    tasks = TASKS if chance.random() < 0.9 else ()
    return TrainingRead(order.request, tasks, (None,) * len(tasks))


@answer.register
def _(order: JudgeAnswer, chance: random.Random) -> Event:
    good = chance.choice((True, False, None))
    after = Board(order.assignment.task.fen)
    for move in (*order.played, order.move):
        after.push(move)
    line = tuple(after.legal_moves()[:1])
    return AnswerJudged(order.document_id, order.played, order.move, good, line)
