"""The row of a game: one description, from which a table and two lines are drawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from ui_session import Session

from xiangqi.app.session.panels import ClosePanel
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.game_rows import GameFacts, GameRow, facts_of, game_row
from xiangqi.ui.parts.game_table import COLUMNS, _written, cells, opening_lines
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, DARK, SMALL
from xiangqi.ui.toolkit.widgets import Memory

OWN = GameFacts("Player", "Computer, level 5", "0-1", "C41", plies=81, date="2026-03-12", is_own=True, side=RED)


def scene(language: str = "en") -> PanelContext:
    session = Session()
    painter = Painter(pygame.Surface((10, 10)), DARK, 1.0)
    state = replace(session.state, today="2026.03.12")
    return PanelContext(state, Texts(language), painter, Memory(), session.screen.stage.frame)


def row(facts: GameFacts, width_px: int | None = None, language: str = "en") -> GameRow:
    return game_row(scene(language), facts, ClosePanel(), 5, width_px=width_px)


def test_an_own_game_is_called_by_the_opponent_and_its_outcome() -> None:
    lost = row(replace(OWN, outcome="lost"))
    assert (lost.text, lost.badge.text if lost.badge else "", lost.result) == (
        "Computer (level 5)",
        "L",
        "lost",
    )
    assert (lost.winner.text, lost.red, lost.black, lost.own) == ("B", "You", "Computer (level 5)", RED)
    assert lost.value == f"lost, {lost.openings[0]}, 41, today"
    other_way = replace(
        OWN, red="Computer, level 5", black="Ann", result="1/2-1/2", side=BLACK, outcome="drawn"
    )
    drawn = row(other_way)
    assert (drawn.text, drawn.black, drawn.own, drawn.winner.text) == ("Computer (level 5)", "Ann", BLACK, "=")
    assert drawn.badge is not None
    assert drawn.badge.text == "D"
    left = row(replace(OWN, result="*"), language="zh-Hans")
    assert (left.text, left.red, left.date, left.result) == ("电脑（5 级）", "你", "今天", "未完")


def test_an_unfinished_game_says_so_whoever_played_it() -> None:
    for side in (RED, None):
        left = row(replace(OWN, result="*", outcome="", side=side, plies=9), 900)
        assert left.badge is not None
        assert left.badge.text == "…"
        assert "unfinished" in left.detail
    assert "unfinished" not in row(GameFacts("Li", "Hu", "*", plies=9), 900).detail, "a record need not be over"


@pytest.mark.parametrize(("result", "badge"), [("1-0", "R"), ("0-1", "B"), ("1/2-1/2", "="), ("*", "–")])
def test_the_badge_of_other_games_says_who_won(result: str, badge: str) -> None:
    other = row(GameFacts("Li", "Hu", result))
    assert other.badge == other.winner
    assert (other.text, other.winner.text, other.own) == ("Li – Hu", badge, None)


def test_a_game_without_names_is_called_by_its_title_or_number() -> None:
    assert row(GameFacts("", "", "*")).text == "Game 6"
    assert row(GameFacts("", "", "*", event="Cup")).text == "Cup"
    assert row(GameFacts("", "", "*", is_puzzle=True)).text == "Puzzle 6"
    solved = row(GameFacts("", "", "*", is_puzzle=True, solved=True))
    assert (solved.winner.text, solved.result) == ("✓", "✓ solved")
    half = row(GameFacts("Li", "", "*"))
    assert (half.red, half.black) == ("Li", "Black")


def test_the_second_line_has_what_there_is_room_for() -> None:
    facts = GameFacts("Li", "Hu", "1-0", "C41", plies=81, date="1997.??.??", event="Five Rams Cup")
    assert row(facts, 900).detail.startswith("Five Rams Cup · 41 moves · Central ")
    assert row(facts, 220).detail == "Five Rams Cup"
    assert row(facts, 900).aside == "1997"
    assert row(replace(facts, starred=True), 900).aside == "★ 1997"


@pytest.mark.parametrize("width", [548, 730, 1200])
def test_what_stands_in_a_table_fits_its_columns(width: int) -> None:
    here = scene()
    box = pygame.Rect(0, 0, width, 36)
    places = cells(here.painter, box, 90)
    assert list(places) == list(COLUMNS)
    assert all(one.right <= other.left for one, other in pairwise(places.values()))
    written = {one.column: one for one in _written(here.painter, row(replace(OWN, outcome="lost")), places)}
    assert written["red"].bold
    assert not written["black"].bold
    assert written["black"].words == ("Level 5" if width < 700 else "Computer (level 5)")
    for name in ("red", "black", "moves", "date"):
        one = written[name]
        assert here.painter.width(one.words, BODY, one.bold) <= one.place.width


def test_an_opening_is_told_whole_on_two_lines_or_not_at_all() -> None:
    painter = scene().painter
    opening = replace(
        row(OWN), openings=("Central Cannon against Screen Horses: more", "Central Cannon, Other Replies")
    )
    assert opening_lines(painter, opening, 400) == opening.openings[:1]
    assert opening_lines(painter, opening, 240) == opening.openings[1:]
    lines = opening_lines(painter, opening, 130)
    assert lines == ("Central Cannon,", "Other Replies")
    assert all(painter.width(line, SMALL) <= 130 for line in lines)
    assert opening_lines(painter, opening, 60) == opening.openings[1:], "cut off where it is drawn"
    assert opening_lines(painter, replace(opening, starred=True), 60) == ("★ Central Cannon, Other Replies",)
    assert opening_lines(painter, replace(opening, openings=(), starred=True), 60) == ("★ ",)


def test_nothing_else_is_listed_as_a_game() -> None:
    with pytest.raises(TypeError, match="int is not listed"):
        facts_of(7)
