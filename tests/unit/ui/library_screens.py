"""The library in the window, filled with a few games, for tests and pictures."""

from __future__ import annotations

from dataclasses import replace

from ui_session import Session

from xiangqi.app.event import Tick
from xiangqi.app.library.asks import Explored, masters_moves
from xiangqi.app.library.explorer import FilterExplorer, ToggleExplorer
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import (
    COUNTED,
    ExampleGame,
    Exploration,
    GameFilter,
    LibraryPage,
    LibraryState,
    OwnGamesList,
)
from xiangqi.app.records.browse import GoLast
from xiangqi.app.session.intents import AnalyseCopy
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED
from xiangqi.library import OwnGame, Played, PlayedMove
from xiangqi.library.played import statistics

CANNON = Move.from_iccs("h2e2")
PAWN = Move.from_iccs("c3c4")


def own_game(number: int, result: str, *, side: int | None = RED, accuracy: float | None = None) -> OwnGame:
    played = Played(f"2026-0{number}-11T20:15:00", side, red_level=5 if side == BLACK else None, black_level=3)
    last = Board("3ak4/4a4/4b4/p3p4/2p5p/6R2/P3P3P/4C4/4A4/2B1KA3 w")
    points = bytes(last.piece_at(square) for square in BOARD_SQUARES)
    names = ("Computer, level 5", "Player") if side == BLACK else ("Player", "Computer, level 3")
    return OwnGame(number, *names, result, 60 + number, "C41", played, accuracy, points)


def club_game(
    number: int, result: str, ended: str, level: int, plies: int, opening: str, *, side: int = RED
) -> OwnGame:
    """A game against the computer that ended in the evening of a day."""
    played = Played(
        f"{ended}T20:15:00",
        side,
        red_level=level if side == BLACK else None,
        black_level=level if side == RED else None,
    )
    machine = f"Computer, level {level}"
    names = (machine, "Player") if side == BLACK else ("Player", machine)
    points = bytes(Board().piece_at(square) for square in BOARD_SQUARES)
    moves = tuple(map(Move.from_iccs, ["h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "g6g5", "b0c2", "b9c7"]))
    return OwnGame(number, *names, result, plies, opening, played, None, points, moves)


def with_own(session: Session, page: LibraryPage, *games: OwnGame) -> None:
    session.send(OpenLibrary(page))
    own = OwnGamesList(games, statistics(games), stale=False)
    session.state = session.state.with_part(replace(session.state.part(LibraryState), own=own))
    session.draw()


def explored(session: Session, counted: GameFilter = COUNTED) -> None:
    """With the explorer open on two moves."""
    session.send(ToggleExplorer(), FilterExplorer(counted), Tick(session.now))
    explorer = session.state.part(LibraryState).explorer
    assert explorer is not None
    assert explorer.asked is not None
    moves = (
        PlayedMove(CANNON, 1200, 500, 300, 400, 1998.4, None, (3,), (0,)),
        PlayedMove(PAWN, 7, 1, 0, 6, None, None, (4,), (0,)),
    )
    examples = (ExampleGame(3, "Li", "Hu", "1-0", 1999, 0, CANNON), ExampleGame(4, "", "", "*", 0, 0, PAWN))
    masters = masters_moves(explorer.asked.position)
    answer = Exploration(explorer.asked, moves, ((PAWN, 2),), examples, masters, libraries=explorer.libraries)
    session.send(Explored(explorer.ask_id, answer))
    session.draw()


def own_games(session: Session, page: LibraryPage) -> None:
    """A page of one's own games, four of them."""
    games = (
        own_game(4, "1-0", accuracy=91.0),
        own_game(3, "1-0", accuracy=84.0),
        own_game(2, "0-1", side=BLACK, accuracy=72.0),
        own_game(1, "1/2-1/2"),
    )
    with_own(session, page, *games)


def kept_analyses(session: Session) -> None:
    """Two analyses: what was tried at the start, and a copy of the game; then their list."""
    session.send(AnalyseCopy(), GoLast())
    session.play("c3c4 g6g5")
    session.send(GoToPlace(Place.GAMES), GoToPlace(Place.ANALYSE))
    session.send(GoToPlace(Place.GAMES), OpenLibrary(LibraryPage.ANALYSES))
    session.draw()
