"""Every screen as it is heard: every control named, nothing shown missing, one focus in reading order."""

from __future__ import annotations

import itertools
import re

import pygame
import pytest
from screens import SCREENS, prepared
from ui_session import Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.session import told
from xiangqi.app.update import Cancel
from xiangqi.board import parse_square
from xiangqi.i18n.languages import TABLE
from xiangqi.i18n.message import LANGUAGES
from xiangqi.spoken.codes import without_codes
from xiangqi.ui.toolkit.hearing import HearingPainter
from xiangqi.ui.toolkit.roles import palette
from xiangqi.ui.toolkit.widgets import Label, Widget
from xiangqi.ui.window.reader_tree import BOARD, Node, NodeRole

ADORNMENT = (
    "Card",
    "ToolCard",
    "Rule",
    "RailGround",
    "Veil",
    "Tip",
    "RestTip",
    "Picture",
    "ReplayField",
    "SideToMove",
    "Pane",
)
"""Widgets that may be silent: grounds and lines, and pictures beside words that say the same."""

IN_WORDS = ("Pips", "StepRow")
"""Rows of numbered squares, of which one is told how many there are and how many are done."""

SIGNS = {"??": "Blunder", "?": "Mistake", "?!": "Dubious move", "!": "Good move", "!!": "Brilliant move"}
SIGNS |= {"!?": "Interesting move"}
"""Signs that are heard by their names."""

SIZE = (1366, 740)


def heard(session: Session) -> Node:
    session.screen.listens = True
    session.draw()
    return session.screen.described(session.state)


def reacting(session: Session) -> list[Widget]:
    """The widgets that a question or the palette leaves to be used."""
    return list(session.screen.stage._reacting())


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_can_be_heard(name: str) -> None:
    session = prepared(name, SIZE, "en")
    tree = heard(session)
    nodes = list(tree.walk())
    keys = [node.key for node in nodes]
    assert len(keys) == len(set(keys))
    nameless = [node.key for node in nodes if node.usable and not node.name.strip()]
    assert nameless == []
    assert [node.key for node in nodes if "{" in node.name + node.note] == []
    assert [node.name for node in nodes if SIGNS_FOR_EYES.search(node.name)] == []
    _names_are_distinct(tree)
    _nothing_is_missing(session, tree)
    _focus_is_as_with_tab(session, tree)


def test_a_sign_is_heard_with_the_move_that_it_stands_beside() -> None:
    tree = heard(prepared("lost", SIZE, "en"))
    moves = next(node for node in tree.children if node.key == "moves")
    assert [node.name for node in moves.children if "Mistake" in node.name] == ["2. 马二进三, Mistake"]


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [
        ("exercise, the solution", "line.moves", r"^Red: \w+ .. to .."),
        ("exercise refuted", "line.moves", r"^Red: \w+ .. to ..; Black: \w+ .. to .."),
        ("analysis", "analysis.line.0", r"^(Equal|Red|Black).*: \w+: \w+ .. to .."),
        ("reviewed", "analysis.graph", r"^Graph of the winning chances: moves? 1"),
        ("mistake", "review.grade", "^(Inaccuracy|Mistake|Blunder)$"),
    ],
)
def test_lines_graphs_and_grades_are_heard_in_words(name: str, key: str, words: str) -> None:
    session = prepared(name, SIZE, "en")
    session.settle(notation="iccs")
    node = next(node for node in heard(session).children if node.key == key)
    assert re.search(words, node.name), node.name


CODE = re.compile(
    r"(?<![\w`/])(?:[a-i]\d[a-i]\d|[KABNRCPHEGS][-+.=]?\d[-+.=]\d|(?:Tg|[STVMXPBC])\d[-./]\d)(?![\w/])|[?][?!]"
)
"""A move as a code, or the sign of a bad one."""


def test_the_message_of_an_exercise_names_the_pieces_of_its_moves() -> None:
    session = prepared("exercise, the solution", SIZE, "en")
    session.settle(notation="iccs")
    session.send(Cancel())  # the line that is played out
    tree = heard(session)
    message = next(node.name for node in tree.children if node.key == "exercise.message")
    assert re.search(r"Red: \w+ .. to .., .*; Black: \w+ .. to ..", message), message


HEARD_EVERYWHERE = (
    *("first lesson, moves", "first lesson, wrong try", "lesson, a pattern", "lesson, a repetition"),
    *("dossier, openings", "dossier, prepare", "dossier, results", "dossier, games", "insights, openings"),
    *("picture, read", "picture, a doubtful point", "picture, confirmed", "exercise refuted", "puzzle solved"),
    *(
        "lost",
        "over",
        "story, a moment, shown",
        "story, the end",
        "mistake",
        "analysis",
        "line shown",
        "warned",
    ),
    *("warned", "openings", "repertoire_question", "explorer"),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HEARD_EVERYWHERE)
def test_no_screen_is_heard_in_codes(name: str, language: str) -> None:
    """In the notation in which the terminal tells moves, which is that of a listener."""
    session = prepared(name, SIZE, language)
    session.settle(notation=TABLE[language].heard_notation)
    names = [node.name for node in heard(session).walk() if node.key != "typed"]
    assert len(names) > 20
    assert [name for name in names if CODE.search(name)] == []


SEPARATE = re.compile(" · | – ")
SIGNS_FOR_EYES = re.compile(" · | – |✓|★|^[=–…]$")
"""What separates or marks texts, and is nonsense to hear."""

ALIKE = ("lesson.piece", "game.go_on", "line.previous", "line.next", "exercise.more")
"""The beginnings of the keys of buttons that may be called as others are: they do the same, or are pieces."""


def _names_are_distinct(tree: Node) -> None:
    """Every button of the page has a name of its own, and no text is only the name of the control after it."""
    page = [node for node in tree.children if not node.key.startswith(("rail.", *ALIKE))]
    named = [node.name for node in page if node.role is NodeRole.BUTTON]
    assert [name for name in set(named) if named.count(name) > 1] == []
    follow = itertools.pairwise(page)
    doubled = [
        text.name
        for text, node in follow
        if (text.role, text.name) == (NodeRole.TEXT, node.name) and node.usable
    ]
    assert doubled == []


@pytest.mark.parametrize(
    ("screen", "key", "name", "value"),
    [
        ("looking back", "game.tabs", "Red, Black", "Moves"),
        ("looking back", "player.8", "Red, to move", ""),
        ("settings", "settings.volume", "Volume", "70%"),
        ("settings", "settings.notation", "Move notation", "b0 to c2"),
        ("engine", "option.Hash", "Hash", "256"),
        ("rating, nothing yet", "progress.results.go", "Results: New game", ""),
        ("playing", "moves.menu", "Moves: More", ""),
        ("home, club player", "home.figure.0", "days in a row: 4", ""),
        ("exercise refuted", "marks.arrows", "Shown on the board: advisor d9 to e8", ""),
    ],
)
def test_names_say_what_a_part_of_a_screen_is(screen: str, key: str, name: str, value: str) -> None:
    session = prepared(screen, SIZE, "en")
    session.settle(notation="iccs")
    node = next(node for node in heard(session).children if node.key == key)
    assert (node.name, node.value) == (name, value)


def _nothing_is_missing(session: Session, tree: Node) -> None:
    """Every text that a widget writes is in its node, and every other widget is a node or adorns."""
    of_widget = {node.key: node for node in tree.children}
    teller = told.teller(session.state)
    names = {node.name for node in tree.children}
    lost, silent = [], []
    for widget in reacting(session):
        written = [one.text.split() for one in session.screen._heard.get(widget.key, ())]
        alone = written == [["?"]]  # the key that opens the help
        texts = [" ".join(one if alone else SIGNS.get(one, one) for one in words) for words in written]
        texts = [_once(text if widget.key == "typed" else without_codes(teller, text)) for text in texts]
        texts = [
            " ".join(SEPARATE.sub(", ", text).replace("✓", "done:").replace("★", "star").split())
            for text in texts
            if text != "…"
        ]
        texts = ["Draw" if text == "=" else "unknown" if text == "–" else text for text in texts]
        own = widget.key.removesuffix(".caption").removesuffix(".value")
        node = of_widget.get(widget.key) or of_widget.get(own)
        if node is None and texts and all(text in names for text in texts):
            continue  # the name of a control
        if node is None:
            empty = isinstance(widget, Label) and not widget.text
            if (
                not empty
                and type(widget).__name__ not in ADORNMENT
                and (texts or widget.focusable or widget.tip)
            ):
                silent.append(widget.key)
            continue
        if type(widget).__name__ in IN_WORDS or widget.spoken is not None:
            assert node.name
            continue
        said = " ".join(f"{one.name} {one.value} {one.note}" for one in node.walk())
        lost += [(widget.key, text) for text in texts if text not in said and text.rstrip("…") not in said]
    assert silent == []
    assert lost == []


def _once(text: str) -> str:
    """A grade without the name of its sign, which says the same."""
    sign, _, grade = text.rpartition(" ")
    return grade if sign in SIGNS.values() and grade in ("Blunder", "Mistake", "Inaccuracy") else text


def _focus_is_as_with_tab(session: Session, tree: Node) -> None:
    """What Tab reaches, a reader reaches, in the same order; the focus is on one node at most."""
    usable = [node.key for node in tree.children if node.usable]
    by_tab = session.screen.stage.focusable()
    assert [key for key in usable if key in by_tab] == by_tab
    assert len([node for node in tree.walk() if node.focused]) <= 1
    if by_tab:
        session.key(pygame.K_TAB)
        tree = heard(session)
        assert [node.key for node in tree.walk() if node.focused] == [session.screen.memory.focus]


def test_the_board_is_ninety_points_in_the_order_in_which_it_is_seen() -> None:
    session = prepared("playing", SIZE, "en")
    board = next(node for node in heard(session).walk() if node.role is NodeRole.BOARD)
    assert len(board.children) == 90
    session.settle(notation="iccs")
    names = [node.name for node in next(n for n in heard(session).walk() if n.key == BOARD).children]
    assert names[0] == "black chariot, a9"
    assert names[-1] == "red chariot, i0"
    assert "empty, e4" in names
    session.send(ClickSquare(parse_square("i0")))
    tree = heard(session)
    assert [node.name for node in tree.walk() if node.role is NodeRole.POINT and node.selected] == [
        "red chariot, i0"
    ]
    assert {node.name for node in tree.walk() if node.note == "can go here"} == {
        "empty, h0",
        "empty, i1",
        "empty, i2",
    }


def test_the_keyboard_cursor_is_the_focus() -> None:
    session = prepared("playing", SIZE, "en")
    session.key(pygame.K_UP)
    assert [node.key for node in heard(session).walk() if node.focused] == ["board/e0"]
    session.key(pygame.K_RIGHT)
    assert [node.key for node in heard(session).walk() if node.focused] == ["board/f0"]


def test_a_question_hides_what_is_under_it() -> None:
    session = prepared("question", SIZE, "en")
    nodes = list(heard(session).walk())
    assert not any(node.role is NodeRole.POINT for node in nodes)
    assert not any(node.key.startswith("rail.") for node in nodes)
    assert any(node.role is NodeRole.BUTTON and node.name == "Resign" for node in nodes)


def test_what_is_heard_is_whole_however_little_room_it_has() -> None:
    surface = pygame.Surface((200, 100))
    painter = HearingPainter(surface, palette(dark=True), 1.0)
    text = "A sentence that does not fit into so small a box by any means"
    for write in (painter.write, painter.caption, painter.paragraph):
        write(text, pygame.Rect(0, 0, 60, 40))
        assert [one.text for one in painter.take()] == [text]
    painter.middle(text, pygame.Rect(0, 0, 60, 40), colour=(0, 0, 0))
    assert [one.text for one in painter.take()] == [text]


def test_listening_changes_no_pixel() -> None:
    """The picture is the same, and nothing is kept unless somebody listens."""
    session = prepared("analysis", SIZE, "en")
    before = pygame.image.tobytes(session.surface, "RGB")
    assert session.screen._heard == {}
    heard(session)
    assert pygame.image.tobytes(session.surface, "RGB") == before
    assert session.screen._heard
