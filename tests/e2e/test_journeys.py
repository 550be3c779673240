"""The journeys that players go, with as many clicks as were promised, by mouse in a real window.

Clicks on controls count; moves, typing and keys do not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clipboard import OwnClipboard
from pupil import Pupil
from told_window import ToldWindow
from window_driver import Display, skip_without, state_for, wait_for

from xiangqi.app.lessons.welcome import BeginAsTold, ChooseReading, TellExperience
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.raster import board_image
from xiangqi.diagram.theme import themed
from xiangqi.fen import parse_fen
from xiangqi.lessons.lesson import load_lessons
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.store import RepertoireStore

Open = Callable[..., ToldWindow]

CANNON_MATE = "h2e2 a9a8 e2e6 a8a9 b2b4 a9a8 b4e4"
TWO_GAMES = (
    f'[Event "Two cannons"]\n[Result "1-0"]\n\n{CANNON_MATE} 1-0\n\n'
    '[Event "Another"]\n[Result "*"]\n\nh2e2 h9g7 *\n'
)
POSITION = "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R"


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    """A display as large as that of a small laptop."""
    skip_without()
    display = Display.start(1366, 768)
    yield display
    display.stop()


@pytest.fixture
def begin(display: Display, home: Path) -> Iterator[Open]:
    """Starts the program anew in the same home; whatever still runs at the end is ended."""
    windows: list[ToldWindow] = []

    def start(*arguments: str, **variables: str) -> ToldWindow:
        home.mkdir(exist_ok=True)
        windows.append(ToldWindow(display, home, *arguments, **variables))
        return windows[-1]

    yield start
    for window in windows:
        window.kill()


def settle(home: Path, **settings: object) -> None:
    """Write the settings of somebody who has answered the first questions."""
    home.mkdir(exist_ok=True)
    plain = {"version": 1, "language": "en", "guided": True, **settings}
    (home / "settings.json").write_text(json.dumps(plain), "utf-8")


def test_a_file_is_opened_reviewed_and_exported(begin: Open, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "two.pgn").write_text(TWO_GAMES, "utf-8")
    settle(home, last_folder=str(folder))
    window = begin(HOME=str(tmp_path))
    window.press("home.open")
    window.waits_for("folder")
    window.write("two")
    window.key("Return")
    window.press("games.review")
    assert window.clicks == 2
    window.waits_for_gold("Moment 1")
    window.press("head.export")
    window.press("share.write", "Save PDF")
    assert window.clicks == 4
    wait_for("the sheet", lambda: list(home.rglob("*.pdf")))
    assert window.close() == 0


def test_a_position_from_a_picture_is_played_on(
    begin: Open, home: Path, own_clipboard: OwnClipboard, tmp_path: Path
) -> None:
    path = tmp_path / "board.png"
    board_image(BoardPicture(parse_fen(POSITION).placement), themed("wood", "traditional"), 600).save(path)
    own_clipboard({"image/png": path})
    settle(home)
    window = begin()
    window.waits_for("home.tile.computer")
    window.key("ctrl+v")
    window.choose("picture.turn", 0)
    window.press("picture.right")
    window.press("picture.play")
    window.press("new.start")
    assert window.clicks == 4  # who moves, as the picture does not show it; that it is right; play; start
    window.waits_for("game.flip")
    window.move("b2e2")
    window.wait_for_moves(1)
    game = window.journal()
    assert game is not None
    assert game.start_fen.startswith(POSITION)
    assert window.close() == 0


DAY_BEFORE = "EARLY+23:50"
"""A time zone in which it is yesterday."""

LEFT = {"label": ""}
"""A widget that is not there."""


def test_a_newcomer_learns_and_plays_the_next_day(begin: Open, home: Path) -> None:
    lessons = load_lessons()
    window = begin(TZ=DAY_BEFORE)
    for key in ("western", "new", "begin"):
        window.press(f"welcome.{key}")
    answers = (OpenPanel(Panel.WELCOME), ChooseReading(chinese=False), TellExperience("new"), BeginAsTold())
    window.waits_for("lesson.next")
    pupil = Pupil(window, state_for(*answers))
    pupil.learn(lessons[0])
    assert window.clicks == 3
    window.press("lesson.next", "Lesson 2")
    wait_for("lesson 2", lambda: not window.widgets().get("lesson.next", LEFT)["label"].startswith("Lesson"))
    assert window.close() == 0

    last = lessons[-1]
    stars = {task.key: 3 for lesson in lessons for task in lesson.tasks if task is not last.tasks[-1]}
    path = home / "lessons.json"
    kept_there = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**kept_there, "stars": stars}), "utf-8")
    window = begin(TZ="UTC")
    window.waits_for_gold("Continue lesson 10")
    window.press("home.likely")
    window.waits_for("lesson.show")
    for move in last.tasks[-1].solution:
        window.move(move)
    window.waits_for("lesson.next")
    window.click(tuple(window.widgets()["lesson.next"]["middle"]))
    window.waits_for_gold("Play your first game")
    window.press("lesson.play")
    window.waits_for("game.hint")
    assert window.clicks == 2
    window.move("h2e2")
    window.wait_for_moves(2)
    game = window.journal()
    assert game is not None
    assert game.headers["BlackLevel"] == "1"
    assert window.close() == 0


BLUNDERED = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h7 h9h7 c3c4 g6g5"
"""The moves of a game in which Red gives a chariot for a cannon."""


def leave_a_game(home: Path, moves: str, level: int, **more: str) -> None:
    """Put a game of Red against the computer into the home, as a program that was closed leaves it."""
    headers = {
        "Red": "Player",
        "Black": f"Computer, level {level}",
        "RedKind": "human",
        "BlackKind": "computer",
        "BlackLevel": str(level),
        "Levels": "16",
        **more,
    }
    lines = [f'[{name} "{text}"]' for name, text in headers.items()]
    (home / "journal.pgn").write_text("\n".join([*lines, "", moves, "*", ""]), "utf-8")


def test_a_newcomer_looks_at_yesterdays_loss(begin: Open, home: Path) -> None:
    settle(home, experience="new")
    stars = {task.key: 3 for lesson in load_lessons() for task in lesson.tasks}
    (home / "lessons.json").write_text(json.dumps({"version": 1, "stars": stars}), "utf-8")
    leave_a_game(home, BLUNDERED, 1)
    window = begin(TZ=DAY_BEFORE)
    window.waits_for_gold("Continue")
    window.press("home.likely")
    window.press("game.resign")
    window.press("question.yes")
    window.waits_for("game.rematch")
    window.waits_for_gold("Find the better move")  # the review is complete, and kept
    assert window.close() == 0

    window = begin(TZ="UTC")
    window.waits_for_gold("See what decided it")
    window.press("home.likely")
    window.waits_for_gold("Find the better move yourself")
    assert window.clicks == 1
    window.press("review.find")
    window.waits_for("game.hint")
    window.move("h0h6")
    window.waits_for_gold("Back to moment 1")
    window.press("game.leave")
    window.waits_for_gold("Summary")
    window.press("story.again", "Rematch")
    assert window.clicks == 4
    window.wait_for_moves(1)  # the computer has Red now
    game = window.journal()
    assert game is not None
    assert (game.headers["RedLevel"], game.headers["BlackKind"]) == ("1", "human")
    assert window.close() == 0


EVENING = f"{BLUNDERED[:44]} h7h0 g2h0 g6g5 e2e6 c7e6"
"""The moves of a game in which both sides give a chariot away, and Red then a cannon."""

MINE = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4"
"""Moves of Red's openings, which that game leaves at move 4."""


def keep_openings(home: Path, moves: str) -> None:
    """Put a line into the openings of Red."""
    store = RepertoireStore(home / "library.db")
    line = [Move.from_iccs(move) for move in moves.split()]
    store.put(Repertoire(RED).with_moves(moves_of_line(line, RED)))
    store.close()


def test_a_club_player_spends_an_evening(begin: Open, home: Path) -> None:
    settle(home, experience="often", level=5, time_control="600+5")
    window = begin()
    window.press("home.tile.computer")
    window.waits_for("game.flip")
    window.move("h2e2")
    window.wait_for_moves(2)
    game = window.journal()
    assert game is not None
    assert (game.headers["BlackLevel"], game.headers["TimeControl"]) == ("5", "600+5")
    assert window.clicks == 1
    window.kill()

    keep_openings(home, MINE)
    leave_a_game(home, EVENING, 5, TimeControl="600+5")
    window = begin()
    for key in ("home.likely", "game.resign", "question.yes"):
        window.press(key)
    window.waits_for_gold("Find the better move")
    window.clicks = 0
    window.press("game.learn")
    window.waits_for("game.hint")
    window.move("h0h6")
    window.waits_for_gold("Back to the game")
    window.press("game.leave")
    assert window.clicks == 2

    window.press("game.review")
    for page in ("Moment 1", "Moment 2", "Moment 3", "Summary"):
        window.press("story.after", page)
    window.press("review.practise", "Practise this one")
    assert window.clicks == 2 + 3 + 3  # the review, three moments, the last page, the practice
    window.waits_for("game.hint")
    window.key("Escape", "Escape")

    window.waits_for("result.turned.2")
    window.press(max(key for key in window.widgets() if key.startswith("result.turned.")))  # about the opening
    window.waits_for_gold("Train 4")
    window.move("h0h6")
    window.press("openings.add")
    window.press("openings.train")
    assert window.clicks == 8 + 3
    window.waits_for("exercise.solution")

    window.press("rail.home")
    window.press("home.tile.today")
    assert window.clicks == 11 + 2
    window.waits_for("head.back", "Home")
    assert window.close() == 0
