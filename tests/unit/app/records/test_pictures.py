"""Tests of pictures and films: orders, progress and messages; and a real film drawn in its process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from app_session import Session
from PIL import Image
from running import until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.effect import TakePicture
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.asks_films import FilmProgress, MakeFilm, StopFilm
from xiangqi.app.records.asks_writing import PictureDone
from xiangqi.app.records.browse import GoBack
from xiangqi.app.records.pictures import CancelFilm, SnapBoard
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.update import Answer
from xiangqi.i18n.message import Message, catalogue
from xiangqi.resources import pictures_folder

HOT_SEAT = Setup(Player(), Player())


@pytest.fixture
def session() -> Session:
    session = Session()
    session.send(NewGame(HOT_SEAT))
    session.play("h2e2", "h9g7", "h0g2")
    session.send(GoBack())
    return session


def test_a_film_shows_the_whole_line_and_a_picture_the_position(session: Session) -> None:
    session.send(SaveFile(Path("/somewhere/game.GIF")))
    assert len(session.one(MakeFilm).line.moves) == 3
    session.send(SaveFile(Path("/somewhere/game.png")))
    assert len(session.one(MakeFilm).line.moves) == 2


def test_progress_is_followed_and_that_of_another_film_is_not(session: Session) -> None:
    session.send(SaveFile(Path("/somewhere/game.gif")))
    film = session.state.film
    assert film is not None
    session.send(FilmProgress(film.id, 2, 3), FilmProgress(film.id + 1, 9, 9))
    assert session.state.film is not None
    assert (session.state.film.done, session.state.film.count) == (2, 3)
    session.send(PictureDone(film.id, Path("/somewhere/game.gif")))
    assert session.state.film is None
    assert session.said == ["saved"]


def test_a_film_can_be_stopped(session: Session) -> None:
    session.send(SaveFile(Path("/somewhere/game.gif")), CancelFilm())
    assert session.state.film is None
    assert session.found(StopFilm)
    session.send(CancelFilm())
    assert not session.effects


def test_a_failure_is_told(session: Session) -> None:
    session.send(PictureDone(0, Path("/somewhere/x.png"), "no room"))
    assert session.said == ["cannot_save"]


def test_a_picture_of_the_moment_is_the_window_s_business(session: Session) -> None:
    session.send(SnapBoard())
    assert session.found(TakePicture)


@pytest.fixture
def runner() -> Iterator[Runner]:
    with Runner() as runner:
        yield runner


def drawn(runner: Runner) -> None:
    """Wait until nothing is being drawn any more."""
    until(runner, lambda: runner.state.film is None)


def test_a_picture_of_the_moment_says_where_it_lies(runner: Runner) -> None:
    runner.keep_picture((2, 1), bytes(6))
    until(runner, lambda: runner.state.toasts)
    toast = runner.state.toasts[-1].message
    assert toast.key == "toast.saved"
    (path,) = pictures_folder().iterdir()
    assert dict(toast.arguments) == {"name": str(path)}
    with Image.open(path) as picture:
        assert picture.size == (2, 1)


def test_pictures_of_one_moment_are_all_kept(runner: Runner) -> None:
    for count in range(1, 6):
        runner.keep_picture((count, 1), bytes(3 * count))
    until(runner, lambda: not runner.is_writing)
    widths = []
    for path in pictures_folder().iterdir():
        with Image.open(path) as picture:
            widths.append(picture.width)
    assert sorted(widths) == [1, 2, 3, 4, 5]


def test_pictures_lie_among_those_of_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XIANGQI_HOME")
    assert pictures_folder().parent == platformdirs.user_pictures_path()
    assert not pictures_folder().is_relative_to(platformdirs.user_data_path())


def test_a_film_is_drawn_asked_about_and_told_of_when_it_fails(runner: Runner, tmp_path: Path) -> None:
    path = tmp_path / "game.gif"
    runner.send(NewGame(HOT_SEAT))
    runner.send(PlayText("h2e2"))
    runner.send(PlayText("h9g7"))
    runner.send(SaveFile(path))
    drawn(runner)
    with Image.open(path) as film:
        assert film.n_frames == 1 + 2 * 4  # type: ignore[attr-defined]
    path.write_bytes(b"old")
    runner.send(SaveFile(path))
    drawn(runner)
    assert runner.state.question is not None
    runner.send(Answer(False))
    runner.send(SaveFile(path, overwrite=True))
    runner.send(CancelFilm())
    runner.send(SaveFile(tmp_path / "x\0.png"))
    drawn(runner)
    assert path.read_bytes() == b"old"
    folder = tmp_path / "folder.gif"
    folder.mkdir()
    runner.send(SaveFile(folder))
    drawn(runner)
    assert runner.state.question is None, "nothing can be replaced"
    assert runner.state.toasts[-1].message.arguments["detail"] == Message("detail.os.folder")
    assert [toast.message.key.removeprefix("toast.") for toast in runner.state.toasts][-1] == "cannot_save"


@pytest.mark.skipif(sys.platform != "linux", reason="a folder in which nobody can make another")
def test_why_a_film_cannot_be_written_is_told_in_any_language(runner: Runner) -> None:
    runner.send(NewGame(HOT_SEAT))
    runner.send(PlayText("h2e2"))
    runner.send(SaveFile(Path("/proc/nothing/game.gif")))
    drawn(runner)
    toast = runner.state.toasts[-1].message
    assert dict(toast.arguments) == {"name": "game.gif", "detail": Message("detail.os.missing")}
    detail = dict(toast.arguments)["detail"]
    assert isinstance(detail, str)
    assert catalogue("zh-Hans").tell(detail) != detail
