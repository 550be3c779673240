"""Films and pictures as files, the command that makes them, and what the window shows of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from ui_session import Session

from xiangqi.app.records.asks_films import FilmProgress
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.board import Move
from xiangqi.cli import WRONG, main
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.fen import START_FEN
from xiangqi.line import Line
from xiangqi.records.tree import EMPTY_FEN
from xiangqi.ui.parts.actions import SaveTyped
from xiangqi.ui.records.board_film import FilmOrder, animation, picture
from xiangqi.ui.records.file_panels import SAVE_NAME
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Choice

MOVES = tuple(Move.from_iccs(text) for text in ("h2e2", "h9g7"))
FILM = FilmOrder(Line(START_FEN, MOVES), look("walnut", "traditional"), cell=24)


def test_a_film_has_every_move_and_its_time() -> None:
    told: list[tuple[int, int]] = []
    data = animation(FILM, lambda done, count: told.append((done, count)))
    assert told == [(1, 2), (2, 2)]
    with Image.open(io.BytesIO(data)) as film:
        assert film.size == (BoardLayout(0, 0, 24).width, BoardLayout(0, 0, 24).height)
        durations = []
        for frame in range(film.n_frames):  # type: ignore[attr-defined]
            film.seek(frame)
            durations.append(film.info["duration"])
        assert film.info["loop"] == 0
        film.seek(0)
        first = film.convert("RGB")
        film.seek(4)
        second = film.convert("RGB")
    assert durations == [1500, 50, 50, 50, 850, 50, 50, 50, 3000]
    board = BoardLayout(0, 0, 24)
    left, reached = (board.point(getattr(MOVES[0], name)) for name in ("from_square", "to_square"))
    assert first.getpixel(left) != second.getpixel(left)
    assert difference(second, reached, first, left) < difference(first, reached, first, left)


def difference(one: Image.Image, at: tuple[int, int], other: Image.Image, there: tuple[int, int]) -> int:
    """How much the pieces at two places differ."""
    boxes = [(x - 9, y - 9, x + 10, y + 10) for x, y in (at, there)]
    pairs = zip(one.crop(boxes[0]).tobytes(), other.crop(boxes[1]).tobytes(), strict=True)
    return sum(abs(a - b) for a, b in pairs)


def test_the_marks_keep_their_colours() -> None:
    data = animation(FILM, lambda _done, _count: None)
    with Image.open(io.BytesIO(data)) as film:
        film.seek(4)
        colours = {colour for _, colour in film.convert("RGB").getcolors(100_000) or ()}
    assert any(blue > red + 60 for red, _green, blue in colours)  # type: ignore[misc,operator]


def test_a_picture_is_one_position() -> None:
    with Image.open(io.BytesIO(picture(FILM))) as still:
        assert still.format == "PNG"
        assert still.size == (BoardLayout(0, 0, 24).width, BoardLayout(0, 0, 24).height)


def test_the_command_draws_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.pgn"
    record.write_text("1. h2e2 h9g7 *", "utf-8")
    output = tmp_path / "game.gif"
    assert main(["film", str(record), str(output), "--width", "240", "--progress"]) == 0
    assert capsys.readouterr().out == "1 2\n2 2\n"
    assert output.read_bytes().startswith(b"GIF89a")
    assert main(["film", str(record), str(tmp_path / "game.png"), "--width", "240", "--flipped"]) == 0


def test_every_option_of_the_command_is_seen(tmp_path: Path) -> None:
    record, output = tmp_path / "games.pgn", tmp_path / "game.gif"
    record.write_text("1. h2e2 h9g7 *\n\n1. c3c4 *\n", "utf-8")

    def drawn(*words: str) -> tuple[int, int, tuple[int, int], bytes]:
        """How many frames a film has, how long it lasts in ms, its size, and its last picture."""
        assert main(["film", str(record), str(output), *words]) == 0
        with Image.open(output) as film:
            duration = 0
            for frame in range(film.n_frames):
                film.seek(frame)
                duration += int(film.info["duration"])
            return film.n_frames, duration, film.size, film.convert("RGB").tobytes()

    narrow = ("--width", "200")
    frames, duration, size, last = drawn(*narrow)
    assert drawn(*narrow, "--game", "2")[0] < frames
    assert drawn(*narrow, "--pace", "2000")[1] == duration + 1000  # the last picture stays as long as ever
    assert drawn("--width", "300")[2] > size
    for words in (("--flipped",), ("--theme", "jade"), ("--pieces", "western")):
        assert drawn(*narrow, *words)[3] != last


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["game.pgn", "game.bmp"], "should end in .gif or .png"),
        (["game.pgn", "game.gif", "--game", "2"], "has no game 2"),
        (
            ["game.pgn", "game.gif", "--theme", "mud"],
            "unknown board or piece design 'mud'; choose from walnut, jade, paper",
        ),
        (["none.pgn", "game.gif"], "none.pgn"),
    ],
)
def test_the_command_says_what_is_wrong(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.pgn").write_text("1. h2e2 *", "utf-8")
    assert main(["film", *words]) == WRONG
    assert complaint in capsys.readouterr().err


# ---- In the window ----


def test_the_kind_of_file_is_chosen_by_its_ending() -> None:
    session = Session()
    session.send(OpenPanel(Panel.SAVE_FILE))
    session.draw()
    kinds = session.widget("save.kind")
    assert isinstance(kinds, Choice)
    session.click(kinds.cells()[-1].center)
    assert session.screen.memory.texts[SAVE_NAME] == "xiangqi.gif"
    assert session.click_widget("save.save") == [SaveTyped()]


def test_a_film_shows_how_far_it_is_and_can_be_stopped() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    session.send(SaveFile(Path("game.gif")))
    assert session.state.film is not None
    session.send(FilmProgress(session.state.film.id, 1, 2))
    session.draw()
    bar = session.widget("film.bar")
    assert isinstance(bar, Progress)
    assert bar.share == 0.5
    session.click_widget("film.cancel")
    assert session.state.film is None


def test_the_picture_of_the_moment_is_the_board_with_its_marks() -> None:
    session = Session()
    before = session.screen.board_picture()
    board = session.screen.stage.frame.board
    assert before.get_size() == (board.width, board.height)
    x, y = session.point("e4")
    assert before.get_at((x - board.left, y - board.top)) == session.surface.get_at((x, y))
    session.move_mouse((x, y))
    session.click((x, y), button=3)
    assert session.screen.board_picture().get_buffer().raw != before.get_buffer().raw


def test_a_game_whose_position_could_not_be_read() -> None:
    film = FilmOrder(Line(EMPTY_FEN), look("walnut", "traditional"), cell=24)
    with Image.open(io.BytesIO(animation(film, lambda _done, _count: None))) as moving:
        assert moving.n_frames == 1  # type: ignore[attr-defined]
    with Image.open(io.BytesIO(picture(film))) as still:
        assert still.size == moving.size
