"""Analysis in a real window with a real engine, by keys and clicks alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
from window_driver import GameWindow, near, state_for, wait_for

from xiangqi.app.analysis.story import OpenStory
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.search_effects import SearchDone, SearchInfo
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session import positions
from xiangqi.app.session.intents import StartReview, ToggleAnalysis
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import update
from xiangqi.board import parse_square
from xiangqi.engine.common.types import Info
from xiangqi.line import Line
from xiangqi.records.files import read_bytes, read_games
from xiangqi.records.packed import pack
from xiangqi.ui.analysis.analysis_panel import ANALYSIS
from xiangqi.ui.game.column import GAME
from xiangqi.ui.parts.cards import BLACK_DISC, RED_DISC
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.window.screen import Screen

Open = Callable[..., GameWindow]

MOVES = "h2e2 a9a8 e2e6 a8a9 b2b4 a9a8 b4e4"
RECORD = f'[Event "Two cannons"]\n\n{MOVES} 1-0\n'
"""Black lets himself be mated, which anybody can see who looks three moves ahead."""

LINES_4 = ChangeSettings({"analysis_lines": 4})
FRIENDS = NewGame(Setup(Player(), Player()))


def gauge(window: GameWindow, name: str) -> tuple[pygame.Color, pygame.Color]:
    """Return the colours near the upper and the lower end of the evaluation bar."""
    bar, picture = Areas.of(window.size, content=ANALYSIS).gauge, window.screenshot(name)
    end = 2 * bar.width
    return picture.get_at((bar.centerx, bar.top + end)), picture.get_at((bar.centerx, bar.bottom - end))


def shows_a_chance(window: GameWindow) -> bool:
    upper, lower = gauge(window, "gauge")
    return near(upper, BLACK_DISC) and near(lower, RED_DISC)


def board(window: GameWindow, name: str) -> bytes:
    """Return the picture of the board without its frame."""
    layout = Areas.of(window.size, content=ANALYSIS).shown_board
    box = pygame.Rect(layout.box).inflate(-layout.cell, -layout.cell)
    return pygame.image.tobytes(window.screenshot(name).subsurface(box), "RGB")


def test_the_bar_follows_is_hidden_and_the_best_move_is_only_played_out(open_window: Open) -> None:
    window = open_window("--side", "both")
    for number, move in enumerate(("h2e2", "h9g7"), start=1):
        window.move(move)
        window.wait_for_moves(number)
    window.key("l")
    assert wait_for("an evaluation", lambda: shows_a_chance(window))
    window.key("z")
    wait_for("the bar to be empty", lambda: near(gauge(window, "hidden")[1], DARK.field))
    window.key("z")
    wait_for("the bar again", lambda: shows_a_chance(window))
    window.key("a", "a")  # arrows off and on: nothing is typed by it
    before = board(window, "before")
    window.key("space")
    wait_for("the best move on the board", lambda: board(window, "best") != before)
    assert window.moves() == ["h2e2", "h9g7"]
    window.key("Escape")
    window.key("Home")
    wait_for("the evaluation of the start", lambda: shows_a_chance(window))
    assert window.close() == 0


def test_lines_are_chosen_and_remembered(open_window: Open) -> None:
    window = open_window("--side", "both")
    window.key("l")
    wait_for("an evaluation", lambda: shows_a_chance(window))
    state = state_for(FRIENDS, ToggleAnalysis())
    window.click_widget("analysis.more", state)
    window.click_widget("analysis.arrows", state_for(FRIENDS, ToggleAnalysis(), LINES_4))
    assert window.close() == 0
    settings = (window.home / "settings.json").read_text(encoding="utf-8")
    assert '"analysis_lines": 4' in settings
    assert '"analysis_arrows": false' in settings


def opened(path: Path) -> AppState:
    """Return the state with the record open and analysed."""
    state = state_for(FRIENDS, OpenFile(path))
    assert state.loading is not None
    games = tuple(map(pack, read_bytes(path.read_bytes(), path.name)))
    state, _ = update(state, GamesRead(state.loading.id, path.name, path, games, complete=True))
    return update(state, ToggleAnalysis())[0]


def reviewed(state: AppState) -> AppState:
    """Return the state after a review in which Black's first move is a great mistake."""
    state, _ = update(state, StartReview())
    while state.analysis is not None and state.analysis.review is not None:
        ply = state.analysis.review.ply
        state, _ = update(state, Tick(state.now + 0.5))
        assert state.analysis is not None
        assert state.analysis.search is not None
        task = state.analysis.search.task
        move = positions.board_at(task.line).legal_moves()[-1]
        score = 300 * ply**2 * (1 if ply % 2 == 0 else -1)
        info = Info(9, 9, 1000, 10, score, pv=(move,))
        state, _ = update(state, SearchInfo(state.analysis.search.id, info))
        assert state.analysis is not None
        assert state.analysis.search is not None
        state, _ = update(state, SearchDone(state.analysis.search.id, move))
    return replace(state, toasts=())


def place(key: str, state: AppState, size: tuple[int, int]) -> pygame.Rect:
    """Return the box of a widget in a window of a size, for a state."""
    screen = Screen(size)
    screen.draw(pygame.Surface(size), state, 0.0)
    widget = screen.stage.widget(key)
    assert widget is not None, key
    return widget.rect


def test_a_review_marks_mistakes_and_the_better_line_is_kept(open_window: Open, tmp_path: Path) -> None:
    path = tmp_path / "cannons.pgn"
    path.write_text(RECORD, encoding="utf-8")
    window, state = open_window(str(path)), opened(path)
    window.wait_for_widget("step.next", update(state, ToggleAnalysis())[0])  # the file has been read
    window.key("l", "a")  # without arrows only moves change the picture of the board
    wait_for("an evaluation", lambda: shows_a_chance(window))
    window.click_widget("record.review", state)
    window.wait_for_widget("story.all", update(state, StartReview())[0])
    window.click_widget("story.all", update(state, StartReview())[0])
    state = update(update(reviewed(state), OpenStory(is_open=False))[0], GoTo(2))[0]
    shows_mistake = window.sight_of("review.show", state)

    def goes_to_mistake() -> bool:
        window.key("Home", "n")  # there is none before the review has judged it
        return shows_mistake()

    wait_for("the mistake", goes_to_mistake)
    before = board(window, "played")
    window.click(place("review.show", state, window.size).center)
    wait_for("the better line", lambda: board(window, "better") != before)
    first = positions.board_at(Line()).legal_moves()[0]
    state, _ = update(state, ShowLine(0, (first,)))
    window.click(place("line.keep", state, window.size).center)
    kept = tmp_path / "kept.pgn"
    window.key("ctrl+shift+s")
    window.wait_for_widget("save.save", update(state, OpenPanel(Panel.SAVE_FILE))[0])
    window.key(*["BackSpace"] * len(path.name))
    window.write(kept.name)
    window.key("Return")
    wait_for("the file", kept.exists)
    saved = next(iter(read_games(kept)))
    assert saved.variation_count() == 1
    assert " ".join(map(str, saved.main_line())) == MOVES
    assert window.close() == 0


def test_the_attack_map_is_laid_on_the_board_and_taken_away(open_window: Open) -> None:
    window = open_window("--side", "both")
    layout = Areas.of(window.size, content=GAME).shown_board
    x, y = layout.point(parse_square("e2"))  # both cannons could take there
    away = round(0.33 * layout.cell)
    rim = x - away - round(0.11 * layout.cell), y + away

    def is_shown() -> bool:
        red, green, blue = window.screenshot("attacks").get_at(rim)[:3]
        return red > 150 and green < 60 and blue < 60

    assert not is_shown()
    window.key("t")
    wait_for("the numbers", is_shown)
    window.key("t")
    wait_for("the bare board", lambda: not is_shown())
    assert window.close() == 0
