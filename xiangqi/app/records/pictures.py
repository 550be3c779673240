"""Pictures and films of the board: ordering them, their progress and their outcome."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from xiangqi.app.effect import TakePicture
from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_films import FilmProgress, MakeFilm, StopFilm
from xiangqi.app.records.asks_writing import PictureDone
from xiangqi.app.session import view
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.files import Film
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message

SUFFIXES: Final = (".gif", ".png")
"""The suffixes of files with a film of the game, and with a picture of the position."""


def save_picture(state: AppState, path: Path, overwrite: bool) -> Result:
    """Draw the whole line as a film, or the position as a picture, depending on the file's suffix."""
    shown = view.line(state)
    settings = state.settings
    order = MakeFilm(
        film_id=state.next_id,
        path=path,
        line=shown.whole if path.suffix.lower() == ".gif" else shown.here,
        theme=settings.theme,
        piece_set=settings.piece_set,
        flipped=state.flipped,
        overwrite=overwrite,
    )
    film = Film(state.next_id, path.name, 0, len(order.line.moves))
    state = replace(state, film=film, next_id=state.next_id + 1, saving=state.saving.alone())
    return done(state, order)


@handles(FilmProgress)
def film_progress(state: AppState, event: FilmProgress) -> Result:
    """Store the number of moves drawn."""
    if state.film is None or state.film.id != event.film_id:
        return done(state)
    return done(replace(state, film=replace(state.film, done=event.done, count=event.count)))


@handles(PictureDone)
def picture_done(state: AppState, event: PictureDone) -> Result:
    """Clear a film that has ended; report the saved picture or the failure, if the event has a path."""
    if state.film is not None and state.film.id == event.film_id:
        state = replace(state, film=None)
    if event.path is None:
        return done(state)
    if event.detail:
        name = event.path.name
        return done(toast(state, Message("toast.cannot_save", name=name, detail=event.detail), Tone.ERROR))
    return done(toast(state, Message("toast.saved", name=str(event.path))))


@dataclass(frozen=True)
class CancelFilm(Intent, allowed_in_editor=True):
    """Stop drawing the film."""


@handles(CancelFilm)
def cancel_film(state: AppState, _intent: CancelFilm) -> Result:
    """Stop drawing; nothing is written."""
    return done(state) if state.film is None else done(replace(state, film=None), StopFilm())


@dataclass(frozen=True)
class SnapBoard(Intent, allowed_in_editor=True):
    """Save a picture of the board, as it is shown, in the folder of pictures."""


@handles(SnapBoard)
def snap_board(state: AppState, _intent: SnapBoard) -> Result:
    return done(state, TakePicture())
