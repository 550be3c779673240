"""The referee in a real window: a losing repetition by clicks, its reason in the journal, and its replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from window_driver import GameWindow, near, state_for, wait_for, widget_centre

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.cycle_replay import OpenReplay
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.update import update
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.toolkit.theme import WALNUT

Open = Callable[..., GameWindow]

FEN = "3k5/9/9/9/9/5c3/9/5R3/9/4K4 b - - 0 1"
CYCLE = ["f4i4", "f2i2", "i4f4", "i2f2"]
"""Black flees, Red attacks again: Red completes the third occurrence and loses."""


def judged_state() -> AppState:
    moves = [PlayText(move) for move in CYCLE * 2]
    return state_for(NewGame(Setup(Player(), Player(), FEN)), *moves)


def danger_at(window: GameWindow, square: str, name: str) -> bool:
    """Return whether the sign of a losing move stands at the upper right of a point."""
    x, y = window.point(square)
    cell = Areas.of(window.size).shown_board.cell
    picture = window.screenshot(name)
    away = round(0.24 * cell)
    colours = (
        picture.get_at((x + away + right, y - away + down)) for right in range(-9, 10) for down in range(-9, 10)
    )
    return sum(near(colour, WALNUT.marks.danger) for colour in colours) > 30


def test_a_perpetual_chase_is_told_before_judged_and_replayed(open_window: Open) -> None:
    window = open_window("--side", "both", FEN)
    moves = CYCLE * 2
    for number, move in enumerate(moves[:-1], start=1):
        window.move(move)
        window.wait_for_moves(number)
    assert not danger_at(window, "f2", "before")
    window.click(window.point("i2"))
    wait_for("the warning", lambda: danger_at(window, "f2", "warned"))
    assert len(window.moves()) == len(moves) - 1

    window.click(window.point("f2"))
    assert window.wait_for_moves(len(moves)) == moves
    game = wait_for("the result", lambda: ended(window))
    assert game == ("0-1", "perpetual_chase")

    state = judged_state()
    assert state.play.end is not None
    window.click_widget("note.replay", state)
    opened = state_for_replay(state)
    leave = widget_centre("replay.leave", opened, window.size)
    play = widget_centre("replay.play", opened, window.size)
    corner = (play[0] - 16, play[1] - 12)
    wait_for("the replay", lambda: near(window.screenshot("replay").get_at(corner), DARK.accent))
    window.key("Home", "Right", "Right")
    wait_for("the chase's arrow", lambda: threat_arrow(window, "i3"))
    window.click(leave)
    wait_for("the game", lambda: not near(window.screenshot("left").get_at(corner), DARK.accent))
    assert window.close() == 0


def ended(window: GameWindow) -> tuple[str, str] | None:
    """Result and reason in the journal once there is a result."""
    game = window.journal()
    return (game.result, game.headers["Termination"]) if game is not None and game.result != "*" else None


def state_for_replay(state: AppState) -> AppState:
    """Return the state with the replay open."""
    return update(state, OpenReplay())[0]


def threat_arrow(window: GameWindow, square: str) -> bool:
    """Return whether the broken arrow of a chase passes a point."""
    x, y = window.point(square)
    picture = window.screenshot("arrow")
    red = WALNUT.marks.inks["threat"]
    return any(near(picture.get_at((x, y + down)), red, 30) for down in range(-15, 16))


def test_chosen_rules_are_kept_by_settings_and_journal(open_window: Open, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text(
        json.dumps({"version": 1, "rule_set": "basic", "occurrences": 2, "natural_limit": 40})
    )
    window = open_window("--side", "both", FEN)
    for number, move in enumerate(CYCLE[:2], start=1):
        window.move(move)
        window.wait_for_moves(number)
    window.kill()
    game = window.journal()
    assert game is not None
    rules = from_journal(game).document.play.setup.rules
    assert (rules.name, rules.occurrences, rules.natural_limit_rounds) == ("basic", 2, 40)
