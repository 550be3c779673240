"""Thousands of random events: nothing breaks, and the game on the board stays a legal one.

``XIANGQI_MONKEY_EVENTS`` makes them as many as one likes; the seeds make them the same each time.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pygame
import pytest
from ui_session import Session

from xiangqi.app.records.editing import AnnotateGame
from xiangqi.app.records.effects import FolderListed
from xiangqi.app.session.files import FolderEntry
from xiangqi.board import Board

NAMES = (
    "LEFT",
    "RIGHT",
    "UP",
    "DOWN",
    "HOME",
    "END",
    "RETURN",
    "SPACE",
    "BACKSPACE",
    "TAB",
    "ESCAPE",
    "PAGEUP",
)
KEYS = [getattr(pygame, f"K_{name}") for name in (*NAMES, "PAGEDOWN", *"noscyze")]
LETTERS = "abcdefghi0123456789炮马平进五?fm+-. "
EVENTS = int(os.environ.get("XIANGQI_MONKEY_EVENTS", "1500"))
SIZES = ((800, 600), (1180, 900), (700, 1100), (1600, 800))


def poke(session: Session, random_: random.Random) -> None:
    place = random_.randrange(session.size[0]), random_.randrange(session.size[1])
    what = random_.randrange(12)
    if random_.random() < 0.02:
        session.size = random_.choice(SIZES)
        session.surface = pygame.Surface(session.size)
        session.draw()
    if random_.random() < 0.01:
        session.post(pygame.DROPFILE, file="dropped.pgn")
    if what < 4:
        session.click(place, random_.choice((1, 1, 1, 3)))
    elif what == 4:
        session.press(place, random_.choice((1, 3)))
    elif what == 5:
        session.release(place, random_.choice((1, 3)))
    elif what == 6:
        session.move_mouse(place)
    elif what == 7:
        session.post(pygame.MOUSEWHEEL, y=random_.choice((-2, -1, 1, 2)), x=0)
    elif what < 10:
        session.key(random_.choice(KEYS), random_.choice((0, 0, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT)))
    elif what == 10:
        session.write(random_.choice(LETTERS))
    else:
        session.play(random_.choice(("h2e2", "h9g7", "a0a1", "a9a8", "b0c2", "b9c7")))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_input_breaks_nothing(seed: int) -> None:
    random_ = random.Random(seed)
    session = Session((800, 600))
    for _ in range(EVENTS // 3):
        poke(session, random_)
        if session.state.folder.path is None:
            entries = (FolderEntry("a", True), FolderEntry("b.pgn", False, 10))
            session.send(FolderListed(Path("/records"), entries))
    board = Board(session.state.play.setup.start_fen)
    for move in session.state.play.moves:
        assert board.is_legal(move)
        board.push(move)


def test_nothing_breaks_in_a_record() -> None:
    random_ = random.Random(4)
    session = Session((800, 600))
    session.open_record(
        "{a} 1. 炮二平五 {b} 马８进７ (1... 炮８平５ 2. 马二进三) (1... 卒３进１) 2. 马二进三 *"
    )
    for _ in range(EVENTS // 3):
        poke(session, random_)
        if session.state.document.play is not None:
            session.send(AnnotateGame())
