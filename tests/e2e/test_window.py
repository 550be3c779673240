"""Whole games in a real window, by mouse and keyboard alone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from window_driver import PATIENCE_S, GameWindow, near, state_for, wait_for

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.asks import JournalFound
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoLast, PlayFromHere
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session.files import Loading
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.transcript import from_journal
from xiangqi.board import Board, Move
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.fen import START_FEN
from xiangqi.records.files import read_games
from xiangqi.records.packed import pack
from xiangqi.ui.game.column import GAME
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.roles import DARK

Open = Callable[..., GameWindow]

CANNON_MATE = ["h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4"]
"""The shortest way: two cannons on the middle file, and nothing that may come between."""

TWO = Setup(Player(), Player())
LONGEST_GAME = 300
"""Plies after which a player who sees five ahead must have beaten level 1."""


def result_of(window: GameWindow) -> str | None:
    """Return the result in the journal once there is one."""
    game = window.journal()
    return game.result if game is not None and game.result != "*" else None


def test_a_whole_game_against_the_computer(open_window: Open) -> None:
    window = open_window("--side", "red", "--level", "1")
    player, moves = Engine(hash_mb=16), []
    while result_of(window) is None:
        assert len(moves) < LONGEST_GAME
        player.set_position(START_FEN, [Move.from_iccs(text) for text in moves])
        best = player.search(Limits(depth=6, movetime_ms=500), lambda _: None).best_move
        assert best is not None
        window.move(str(best))
        assert window.wait_for_moves(len(moves) + 1)[: len(moves) + 1] == [*moves, str(best)]
        moves = window.wait_for_moves(len(moves) + 2)
    board = Board()
    for text in moves:
        board.push(Move.from_iccs(text))
    assert result_of(window) == "1-0"
    assert not board.legal_moves()
    assert window.close() == 0


def test_a_whole_game_of_two_people(open_window: Open) -> None:
    window = open_window("--side", "both")
    for number, move in enumerate(CANNON_MATE, start=1):
        window.move(move)
        assert window.wait_for_moves(number) == CANNON_MATE[:number]
    assert wait_for("the result", lambda: result_of(window)) == "1-0"
    window.wait_for_widget("result.title", state_for(NewGame(TWO), *map(PlayText, CANNON_MATE)))
    assert window.close() == 0


def test_drags_typed_moves_and_a_turned_board(open_window: Open) -> None:
    window = open_window("--side", "both")
    window.drag("h2e2")
    assert window.wait_for_moves(1) == ["h2e2"]
    window.write("h9g7")
    window.key("Return")
    assert window.wait_for_moves(2) == ["h2e2", "h9g7"]
    window.key("f")
    window.flipped = True
    window.move("h0g2")
    assert window.wait_for_moves(3) == ["h2e2", "h9g7", "h0g2"]
    window.key("ctrl+z")
    wait_for("the move to be taken back", lambda: len(window.moves()) == 2)


def test_a_small_window_is_played_in_and_remembered(open_window: Open) -> None:
    window = open_window("--side", "both")
    window.resize(820, 610)
    edge = Areas.of(window.size, content=GAME).card
    inside = edge.left + edge.width // 2, edge.top + 8
    wait_for("the new size", lambda: near(window.screenshot("small").get_at(inside), DARK.surface))
    window.move("h2e2")
    assert window.wait_for_moves(1) == ["h2e2"]
    assert window.close() == 0
    assert open_window("--side", "both").size == (820, 610)


def test_a_killed_game_is_there_again(open_window: Open) -> None:
    window = open_window("--side", "both")
    for number, move in enumerate(CANNON_MATE[:3], start=1):
        window.move(move)
        window.wait_for_moves(number)
    window.kill()
    game = window.journal()
    assert game is not None

    window = open_window()
    found = JournalFound(from_journal(game))
    offered = state_for(NewGame(TWO), found, OpenPanel(Panel.START))
    window.click_widget("home.likely", offered)
    for number, move in enumerate(CANNON_MATE[3:], start=4):
        window.move(move)
        assert window.wait_for_moves(number) == CANNON_MATE[:number]
    assert wait_for("the result", lambda: result_of(window)) == "1-0"


def test_a_record_is_stepped_through_and_played_on(open_window: Open, tmp_path: Path) -> None:
    path = tmp_path / "对局.pgn"
    text = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3"
    path.write_text(f'[Game "Chinese Chess"]\n[Red "甲"]\n[Black "乙"]\n\n{text} *\n', encoding="gb18030")
    moves = [str(move) for move in next(iter(read_games(path))).main_line()]
    assert len(moves) == 6

    window = open_window(str(path), "--level", "1")
    games = tuple(map(pack, read_games(path)))
    opened = state_for(NewGame(Setup()), OpenFile(path))
    assert isinstance(opened.loading, Loading)
    read = GamesRead(opened.loading.id, path.name, path, games, complete=True)
    opened = state_for(NewGame(Setup()), OpenFile(path), read)
    window.wait_for_widget("record.play", opened)
    window.key("End")
    window.click_widget("record.play", opened)
    filled = state_for(NewGame(Setup()), OpenFile(path), read, GoLast(), PlayFromHere())
    window.wait_for_widget("new.start", filled)
    window.click_widget("new.start", filled)
    window.move("c3c4")
    played = window.wait_for_moves(8)
    assert played[:7] == [*moves, "c3c4"]


def test_no_display_is_said_in_one_line(home: Path) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    done = subprocess.run(
        [sys.executable, "-m", "xiangqi", "play"],
        env=environment | {"XIANGQI_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "xiangqi play --text" in done.stderr
