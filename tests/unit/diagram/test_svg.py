"""Boards as SVG: valid, complete, and alike in independent renderers."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from defusedxml import ElementTree
from PIL import Image

from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import PAWN, RED
from xiangqi.diagram.labels import RED_DIGITS
from xiangqi.diagram.outlines import Typeface, outlines
from xiangqi.diagram.picture import Arrow, AttackCount, BoardPicture, Circle, Ink
from xiangqi.diagram.raster import board_image
from xiangqi.diagram.svg import board_svg
from xiangqi.diagram.symbols import GLYPHS
from xiangqi.diagram.theme import INK, PLAIN, THEMES, WOOD, PieceColours, themed
from xiangqi.errors import ResourceError
from xiangqi.records.tree import Game
from xiangqi.resources import asset

SVG: Final = "{http://www.w3.org/2000/svg}"
SETS: Final = (*GLYPHS, "western")
VISIBLE: Final = 48  # of 255: a smaller difference in a channel is a matter of smoothing
MOST: Final = 0.01  # of all pixels


def at(name: str) -> int:
    return parse_square(name)


@pytest.mark.parametrize(
    ("name", "content"), [("none.ttf", None), ("empty.ttf", b""), ("text.ttf", b"a font?")]
)
def test_a_file_that_is_no_font_is_named(name: str, content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ResourceError, match=name):
        outlines(str(tmp_path / name))


MARKED: Final = BoardPicture(
    Board().pieces(),
    last_move=(at("h2"), at("e2")),
    checked=at("e9"),
    selected=at("b2"),
    targets=(at("b5"), at("b9")),
    arrows=(Arrow(at("h0"), at("g2"), Ink.BEST, number=1), Arrow(at("a9"), at("a5"), Ink.THREAT, 0.5)),
    circles=(Circle(at("c6")), Circle(at("g6"), Ink.OTHER)),
    coordinates=True,
    warned=(at("b4"),),
    repeating=(at("c4"),),
    risky=(at("c5"),),
    kept=((at("d4"), "win"), (at("e5"), "draw"), (at("f5"), "loss")),
    graded=((at("i3"), "??"), (at("a3"), "?")),
    blockers=(at("g4"),),
    vacant=(at("i5"),),
    attacks=(AttackCount(at("a5"), 2, 3),),
    cursor=at("h7"),
    facing=(at("e0"), at("e9")),
)


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def by_librsvg(svg: str) -> np.ndarray:
    command = ["rsvg-convert", "--background-color", "white"]
    return pixels(subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, check=True).stdout)


def differing(one: np.ndarray, other: np.ndarray) -> float:
    """The share of pixels that differ visibly."""
    assert one.shape == other.shape
    return float((np.abs(one - other).max(axis=2) > VISIBLE).mean())


@pytest.mark.parametrize(("theme", "symbols", "flipped"), list(product(THEMES, SETS, (False, True))))
def test_every_board_is_valid_svg_that_needs_no_font(theme: str, symbols: str, flipped: bool) -> None:
    root = ElementTree.fromstring(board_svg(MARKED, themed(theme, symbols), flipped=flipped, title='<&"'))
    assert root.tag == f"{SVG}svg"
    assert {element.tag for element in root.iter()} <= {
        f"{SVG}{tag}" for tag in ("svg", "title", "defs", "g", "path", "use")
    }
    assert root.findtext(f"{SVG}title") == '<&"'
    ids = {element.get("id") for element in root.iter(f"{SVG}g")}
    uses = [element.get("href", "")[1:] for element in root.iter(f"{SVG}use")]
    assert len(uses) == 1 + 32
    assert set(uses) == ids


def test_arrows_have_their_numbers() -> None:
    pictures = [replace(MARKED, arrows=(replace(MARKED.arrows[0], number=number),)) for number in (0, 1, 2)]
    assert len({board_svg(picture, themed("wood")) for picture in pictures}) == 3


def test_two_boards_in_one_page_do_not_take_each_others_pieces() -> None:
    def names(theme: str) -> set[str | None]:
        root = ElementTree.fromstring(board_svg(MARKED, themed(theme)))
        return {element.get("id") for element in root.iter(f"{SVG}g")}

    assert names("wood") == names("wood")
    assert names("wood").isdisjoint(names("ink"))


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="needs Debian's librsvg2-bin")
@pytest.mark.parametrize(("theme", "symbols"), list(product(THEMES, SETS)))
def test_two_renderers_show_the_same(theme: str, symbols: str) -> None:
    resvg = pytest.importorskip("resvg_py")
    svg = board_svg(MARKED, themed(theme, symbols), width=700)
    one, other = by_librsvg(svg), pixels(bytes(resvg.svg_to_bytes(svg_string=svg, background="white")))
    assert differing(one, other) < MOST
    assert differing(one, np.full_like(one, 255)) > 10 * MOST


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="needs Debian's librsvg2-bin")
@pytest.mark.parametrize("theme", list(THEMES))
def test_our_own_pixels_show_what_the_svg_shows(theme: str) -> None:
    svg = by_librsvg(board_svg(MARKED, themed(theme), flipped=True, width=700))
    ours = np.asarray(board_image(MARKED, themed(theme), 700, flipped=True)).astype(int)
    assert differing(svg, ours) < 4 * MOST


def test_a_notebook_shows_boards_and_games() -> None:
    formatter = pytest.importorskip("IPython.core.formatters").DisplayFormatter()
    board = Board()
    board.push(Move.from_iccs("h2e2"))
    game = Game()
    game.root.add(Move.from_iccs("h2e2"))
    for shown in (board, game):
        data, _ = formatter.format(shown)
        root = ElementTree.fromstring(data["image/svg+xml"])
        assert len(list(root.iter(f"{SVG}use"))) == 1 + 32
        assert data["image/svg+xml"] == board._repr_svg_()


def test_a_real_notebook_shows_a_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a front end gets of the kernel that runs a cell; their files do not go to the home of who tests."""
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    pytest.importorskip("ipykernel")
    client = pytest.importorskip("jupyter_client")
    manager = client.KernelManager()
    manager.kernel_spec.argv[0] = sys.executable
    manager.start_kernel()
    cell = manager.client()
    cell.start_channels()
    told: list[dict[str, Any]] = []
    try:
        cell.wait_for_ready(timeout=300)
        cell.execute_interactive("from xiangqi import Board\nBoard()", output_hook=told.append, timeout=300)
    finally:
        cell.stop_channels()
        manager.shutdown_kernel(now=True)
    (shown,) = [message["content"] for message in told if message["msg_type"] == "execute_result"]
    assert shown["data"]["image/svg+xml"] == Board()._repr_svg_()
    assert shown["data"]["text/plain"] == repr(Board())


def test_a_board_shows_its_last_move_and_a_check() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4A4/3RK4 w - - 0 1")
    assert (board.picture().last_move, board.picture().checked) == (None, None)
    board.push(Move.from_iccs("d0d9"))
    assert board.picture().last_move == (at("d0"), at("d9"))
    assert board.picture().checked == at("e9")


def test_each_side_is_where_it_sits() -> None:
    """A lone soldier of Red is nearer to the side of the player that it belongs to."""
    picture = BoardPicture({at("e3"): RED | PAWN}, numbers="")
    for flipped in (False, True):
        root = ElementTree.fromstring(board_svg(picture, PLAIN, flipped=flipped))
        _, piece = root.iter(f"{SVG}use")
        top, height = (float(value) for value in root.get("viewBox", "").split()[1::2])
        assert (float(piece.get("y", 0)) < top + height / 2) is flipped


def test_labels_of_both_kinds_take_room_only_where_they_are() -> None:
    def size(picture: BoardPicture) -> tuple[float, float]:
        root = ElementTree.fromstring(board_svg(picture, INK))
        _, _, width, height = (float(value) for value in root.get("viewBox", "").split())
        return width, height

    bare, numbered, told = (
        size(BoardPicture(numbers=numbers, coordinates=told))
        for numbers, told in (("", False), (RED_DIGITS, False), (RED_DIGITS, True))
    )
    assert bare[0] == numbered[0] < told[0]
    assert bare[1] < numbered[1] < told[1]


def test_black_and_white_is_nothing_else() -> None:
    image = np.asarray(board_image(MARKED, INK, 300)).astype(int)
    assert int((image.max(axis=2) - image.min(axis=2)).max()) == 0


def test_a_theme_is_free() -> None:
    """Any colours, strokes and fonts make a theme."""
    wild = replace(
        WOOD,
        ground=(1, 2, 3),
        river=None,
        ticks=False,
        border=False,
        piece=0.7,
        font=str(asset("fonts/text.otf")),
        red=PieceColours((4, 5, 6), (7, 8, 9), (10, 11, 12), ring=0),
    )
    svg = board_svg(BoardPicture({at("e0"): RED | PAWN}), wild)
    assert {"#010203", "#040506", "#070809", "#0a0b0c"} <= {svg[place : place + 7] for place in range(len(svg))}
    assert len(svg) < len(board_svg(BoardPicture({at("e0"): RED | PAWN}), WOOD))
    assert np.asarray(board_image(MARKED, wild, 200)).std() > 30


@pytest.mark.parametrize("symbols", list(GLYPHS))
def test_every_sign_has_an_outline(symbols: str) -> None:
    for sign in GLYPHS[symbols].values():
        font = Typeface.BOLD if sign.isascii() else Typeface.BRUSH
        assert outlines(font).number(sign)
        assert len(outlines(font).path(sign)) > 5
