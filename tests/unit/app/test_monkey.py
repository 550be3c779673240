"""Random messages in random order: never an exception, never a state that contradicts itself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from app_session import COMPUTER, ENGINE, HUMAN, Session, offer_of

from tools.reliability.session_checks import check as check_state
from tools.reliability.session_checks import derive
from tools.reliability.session_values import FEW_PIECES, GAMES, MATE
from xiangqi.app.analysis.analysing import ToggleAttacks, ToggleHidden, ToggleThreat
from xiangqi.app.analysis.review import NextMistake, StopReview
from xiangqi.app.board_input.moving import (
    ClickNothing,
    ClickSquare,
    DragDrop,
    DragMove,
    DragStart,
    EraseText,
    PlayText,
    SubmitText,
    TypeText,
)
from xiangqi.app.editor.arrangement import EMPTY, ERASER, Tool
from xiangqi.app.editor.setting_up import (
    AnalyseEdited,
    CarryBrush,
    ChooseBrush,
    CloseEditor,
    DropBrush,
    EraseSquare,
    OpenEditor,
    PlayEdited,
    UseTool,
)
from xiangqi.app.event import Input, Tick
from xiangqi.app.game.asks import JournalFound
from xiangqi.app.game.engine_events import UseBuiltIn
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import AgreeDraw, OfferDraw, Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.search_effects import SearchDone, SearchFailed, SearchInfo
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.asks_reading import GamesRead, LoadFailed
from xiangqi.app.records.asks_writing import FileSaved, SavedSource
from xiangqi.app.records.browse import (
    ChooseVariation,
    ContinueFromHere,
    GoBack,
    GoForward,
    GoLast,
    GoTo,
    NextVariation,
)
from xiangqi.app.records.clipboard import CopyGame
from xiangqi.app.records.cycle_replay import CloseReplay, OpenReplay, PauseReplay
from xiangqi.app.records.editing import (
    AnnotateGame,
    DeleteRest,
    DeleteVariation,
    KeepVariation,
    MakeMainLine,
    MoveVariation,
    RedoEdit,
    SetMark,
    SetResult,
    UndoEdit,
    WriteComment,
    WriteHeader,
)
from xiangqi.app.records.loading import ChooseGame, CloseRecord, OpenFile, ShowDocument
from xiangqi.app.records.preview import CloseLine, ShowBest, ShowLine
from xiangqi.app.records.saving import Save, SaveFile, SaveFirst
from xiangqi.app.session import positions, turns, view
from xiangqi.app.session.intents import Hint, StartReview, ToggleAnalysis
from xiangqi.app.session.panels import Flip, OpenPanel
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, BOARD_SQUARES, KING, PAWN, RED
from xiangqi.engine.common.types import Info
from xiangqi.fen import START_FEN
from xiangqi.referee import Rules


def source(session: Session) -> SavedSource | None:
    """Return what could have been saved."""
    document = session.state.document
    index = document.collection.index if document.collection is not None else 0
    return SavedSource(document.id, index, document.tree.number)


def search_id(chance: random.Random, session: Session) -> int:
    """Mostly that of the search at hand."""
    if session.state.search is not None and chance.random() < 0.9:
        return session.state.search.id
    return chance.randrange(50)


def load_id(chance: random.Random, session: Session) -> int:
    if session.state.loading is not None and chance.random() < 0.9:
        return session.state.loading.id
    return chance.randrange(50)


def some_move(chance: random.Random, session: Session) -> Move:
    game = session.state.play
    legal = positions.board_at(game.line).legal_moves()
    if legal and chance.random() < 0.9:
        return chance.choice(legal)
    return Move.of(chance.choice(BOARD_SQUARES), chance.choice(BOARD_SQUARES))


def shown_move(chance: random.Random, session: Session) -> str:
    line = view.line(session.state)
    legal = positions.board_at(line.here).legal_moves()
    return chance.choice(legal).iccs if legal and chance.random() < 0.8 else "兵五进一"


def way_back(session: Session) -> str:
    """Return the mover's last move back again, which leads to repetitions."""
    last = view.line(session.state).here.moves[-2:-1]
    return Move.of(last[0].to_square, last[0].from_square).iccs if last else "a0a1"


def any_setup(chance: random.Random) -> Setup:
    players = (HUMAN, COMPUTER, ENGINE)
    fen = chance.choices([START_FEN, MATE, FEW_PIECES], [5, 2, 3])[0]
    time = chance.choices([UNTIMED, TimeControl(20, 1), TimeControl(5, 0, 5)], [3, 1, 1])[0]
    return Setup(chance.choice(players), chance.choice(players), fen, Rules(occurrences=2), time)


def square(chance: random.Random) -> int:
    return chance.choice(BOARD_SQUARES)


def shown_line(chance: random.Random, session: Session) -> tuple[Move, ...]:
    line = view.board_line(session.state)
    legal = positions.board_at(line.here).legal_moves()
    return (chance.choice(legal),) if legal and chance.random() < 0.8 else (Move.from_iccs("a0a9"),)


def analyst(chance: random.Random, session: Session) -> Input:
    """Return a word of the engine that analyses, true or false, about what it was asked or something else."""
    analysis = session.state.analysis
    if analysis is None or analysis.search is None:
        return SearchDone(chance.randrange(50), None)
    number, task = analysis.search.id, analysis.search.task
    move = chance.choice(positions.board_at(task.line).legal_moves())
    info = Info(chance.randrange(9), 9, 5, 5, chance.randrange(-400, 400), pv=(move,))
    if chance.random() < 0.2:
        return SearchFailed(number, "gone")
    return SearchInfo(number, info) if chance.random() < 0.5 else SearchDone(number, move)


def some_message(c: random.Random, s: Session) -> Input:
    """Any message, the usual ones more often."""
    weighted: list[tuple[Input, int]] = [
        (ClickSquare(square(c)), 20),
        (PlayText(shown_move(c, s)), 20),
        (PlayText(way_back(s)), 20),
        (SearchDone(search_id(c, s), some_move(c, s)), 20),
        (SearchInfo(search_id(c, s), Info(3, 3, 9, 1, score_cp=5, pv=(some_move(c, s),))), 5),
        (SearchFailed(search_id(c, s), "died"), 2),
        (DragStart(square(c), (1, 2)), 4),
        (DragMove((3, 4)), 2),
        (DragDrop(c.choice([None, square(c)])), 4),
        (TypeText(c.choice("h2e炮\n")), 3),
        (SubmitText(), 2),
        (EraseText(), 1),
        (Cancel(), 3),
        (ClickNothing(), 2),
        (NewGame(any_setup(c)), 2),
        (TakeBack(), 4),
        (Redo(), 3),
        (Resign(), 1),
        (OfferDraw(), 1),
        (AgreeDraw(), 1),
        (Hint(), 3),
        (PauseGame(), 1),
        (Flip(), 1),
        (GoTo(c.randrange(-2, 30)), 3),
        (GoBack(), 3),
        (GoForward(), 4),
        (GoLast(), 4),
        (NextVariation(c.choice([1, -1])), 3),
        (ContinueFromHere(), 2),
        (OpenReplay(), 4),
        (PauseReplay(), 2),
        (CloseReplay(), 1),
        (ContinueFromHere(c.choice([HUMAN, COMPUTER]), HUMAN), 2),
        (OpenFile(Path("a.pgn")), 2),
        (GamesRead(load_id(c, s), "a", Path("a"), GAMES[: c.randrange(3)], c.random() < 0.5), 4),
        (LoadFailed(load_id(c, s), "a", "bad"), 1),
        (ChooseGame(c.randrange(-1, 3)), 1),
        (CloseRecord(), 3),
        (Answer(c.random() < 0.7), 6),
        (UseBuiltIn(), 2),
        (JournalFound(offer_of(Setup(HUMAN, COMPUTER), "h2e2")), 1),
        (AnswerResume(c.random() < 0.5), 1),
        (OpenPanel(c.choice(list(Panel))), 1),
        (SaveFile(Path("x")), 1),
        (CopyGame(), 1),
        (AnnotateGame(), 2),
        (UndoEdit(), 6),
        (RedoEdit(), 4),
        (MoveVariation(c.choice([1, -1])), 3),
        (MakeMainLine(), 2),
        (DeleteVariation(), 2),
        (DeleteRest(), 2),
        (WriteComment(c.choice(["", "x", "好棋 "])), 4),
        (SetMark(c.choice([None, 1, 6])), 3),
        (WriteHeader("Red", c.choice(["", "甲"])), 2),
        (SetResult(c.choice(["1-0", "*"])), 1),
        (ChooseVariation(c.randrange(6), c.randrange(3)), 3),
        (Save(), 1),
        (SaveFirst(), 1),
        (FileSaved(Path("x"), source(s), c.choice([(), ("marks",)])), 2),
        (ToggleAnalysis(), 3),
        (ToggleHidden(), 1),
        (ToggleThreat(), 1),
        (ToggleAttacks(), 1),
        (StartReview(), 2),
        (StopReview(), 1),
        (NextMistake(c.choice([1, -1])), 2),
        (ShowLine(c.randrange(-1, 6), shown_line(c, s), c.randrange(3)), 3),
        (ShowBest(), 3),
        (CloseLine(), 1),
        (KeepVariation(), 1),
        (analyst(c, s), 12),
        (OpenEditor(), 3),
        (ChooseBrush(c.choice([None, ERASER, EMPTY, RED | PAWN, BLACK | KING])), 2),
        (CarryBrush((5, 6)), 1),
        (DropBrush(c.choice([None, square(c)])), 1),
        (EraseSquare(square(c)), 2),
        (UseTool(c.choice(list(Tool))), 1),
        (PlayEdited(c.random() < 0.5), 1),
        (AnalyseEdited(), 1),
        (CloseEditor(), 2),
        (ShowDocument(c.choice([document.id for document in s.state.documents])), 2),
        (Tick(s.state.now + c.random() * 3), 10),
    ]
    return c.choices([message for message, _ in weighted], [weight for _, weight in weighted])[0]


def check(session: Session) -> None:
    """What must be so whatever has happened."""
    state = session.state
    check_state(state)
    derive(state)
    if state.search is None and turns.is_engine_turn(state.play) and state.current_game.id > 1:
        assert state.play.engine_failures >= 2 or state.play.paused


@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_messages_is_borne(seed: int) -> None:
    chance = random.Random(seed)
    session = Session()
    seen: set[str] = set()
    for _ in range(1000):
        session.send(some_message(chance, session))
        seen |= {type(effect).__name__ for effect in session.effects}
        check(session)
    assert {"StartSearch", "StopSearch", "WriteJournal", "LoadFile"} <= seen


@pytest.mark.parametrize("seed", range(2))
def test_replays_in_any_order_are_borne(seed: int) -> None:
    chance = random.Random(seed)
    session = Session()
    shown: set[tuple[int, bool]] = set()
    for _ in range(1500):
        messages: list[Input] = [
            *[PlayText(way_back(session))] * 6,
            PlayText(shown_move(chance, session)),
            NewGame(Setup(HUMAN, HUMAN, FEW_PIECES, Rules(occurrences=2))),
            Answer(chance.random() < 0.3),
            TakeBack(),
            OpenReplay(),
            OpenReplay(),
            PauseReplay(),
            GoTo(chance.randrange(-2, 12)),
            Cancel(),
            Tick(session.state.now + chance.random() * 3),
        ]
        session.send(chance.choice(messages))
        check(session)
        if session.state.replay is not None:
            shown.add((session.state.current_game.cursor.ply, session.state.replay.playing))
    assert len(shown) >= 4
