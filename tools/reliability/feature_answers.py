"""Random answers of the features' workers, for tests with random input.

Importing this module adds them to those of `session_answers`.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Final

from tools.reliability.session_answers import answer
from xiangqi.app.engines.asks import EngineIntroduced, EngineRefused, ProbeEngine
from xiangqi.app.event import Event
from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.game.asks import GameOnDisk, GameUnkept, WriteJournal
from xiangqi.app.insights.asks import (
    AskInsights,
    InsightsRead,
    ListPlayers,
    PlayersListed,
    PrepareSparring,
    SparringReady,
)
from xiangqi.app.insights.asks_reviews import GoOnReviewing, ReviewingStands
from xiangqi.app.insights.state import PlayerInsights as InsightReport
from xiangqi.app.library.asks import ListOwnGames, LoadReview, OwnGamesListed, ReviewLoaded
from xiangqi.app.library.asks_importing import ImportProgress, StartImport
from xiangqi.app.openings.asks import AddMoves, LoadRepertoire, RemoveMoves, RepertoireRead
from xiangqi.app.openings.state import SideView
from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.asks import PictureOpened, PictureRead, ReadPicture
from xiangqi.app.records.asks_films import FilmProgress, MakeFilm
from xiangqi.app.records.asks_writing import PictureDone
from xiangqi.app.session.orders import LoadPractice
from xiangqi.app.session.training import PracticeSummary
from xiangqi.app.share.asks import DocumentShown, DocumentWritten, MakeDocument
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.insights.claims import Insights
from xiangqi.insights.figures import Figures
from xiangqi.library import LibraryPlayer
from xiangqi.library.importing import ImportReport as ImportReport
from xiangqi.openings import practice
from xiangqi.recognition.reading import Reading
from xiangqi.repertoire.gaps import gaps
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.training import CardCounts

_WHY: Final = "it failed"
_PICTURE: Final = Pixels(2, 2, bytes(12))
_FAILS: Final = 0.15  # how often a worker fails
_LINES: Final = ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4", "h2e2 h7e7 h0g2 h9g7 i0h0")
_READINGS: Final = (
    Reading(None),
    Reading(START_FEN.split()[0], certain=True),
    Reading("3k5/9/9/9/9/9/9/9/3r5/4K4", doubtful=(40, 41)),
)
_NO_CLAIMS: Final = Insights(9, 30, 1400, (), (), Message("claim.no_moves"))


def _failure(chance: random.Random) -> str:
    return _WHY if chance.random() < _FAILS else ""


@answer.register
def _(order: ReadPicture, chance: random.Random) -> Event:
    if chance.random() < 0.3:
        return PictureOpened(order.recognition_id, _PICTURE)
    if why := _failure(chance):
        return PictureRead(order.recognition_id, None, why)
    return PictureRead(order.recognition_id, chance.choice(_READINGS))


@answer.register
def _(order: MakeDocument, chance: random.Random) -> Event:
    why = _failure(chance)
    if order.is_preview:
        return DocumentShown(order.share_id, None if why else _PICTURE, why)
    return DocumentWritten(order.share_id, Path("a.png"), why)


@answer.register
def _(order: MakeFilm, chance: random.Random) -> Event:
    if chance.random() < 0.5:
        return FilmProgress(order.film_id, 1, 4)
    why = _failure(chance)
    return PictureDone(order.film_id, None if why else order.path, why)


@answer.register
def _(order: AskInsights, chance: random.Random) -> Event:
    if why := _failure(chance):
        return InsightsRead(order.ask_id, None, why)
    return InsightsRead(order.ask_id, InsightReport(_NO_CLAIMS, Figures(), 9, 9))


@answer.register
def _(order: GoOnReviewing, chance: random.Random) -> Event:
    return ReviewingStands(order.review_id, 2, chance.choice((0, 3)), 1, _failure(chance))


@answer.register
def _(_order: ListPlayers, _chance: random.Random) -> Event:
    return PlayersListed((LibraryPlayer("x", 2), LibraryPlayer("y", 1)))


@answer.register
def _(order: PrepareSparring, _chance: random.Random) -> Event:
    return SparringReady(order.name, order.side, order.moves, Path("book.txt"), None)


@cache
def _sides() -> dict[int, SideView]:
    kept = Repertoire(RED)
    for line in _LINES:
        kept = kept.with_moves(moves_of_line(tuple(map(Move.from_iccs, line.split())), RED))
    missing = tuple(gaps(kept, practice.weights, 0.005))
    none = SideView(Repertoire(BLACK), CardCounts(0, 0, 0, 0, 0), ())
    return {RED: SideView(kept, CardCounts(6, 3, 2, 1, 1), missing), BLACK: none}


@answer.register(LoadRepertoire)
@answer.register(AddMoves)
@answer.register(RemoveMoves)
def _(_order: LoadRepertoire | AddMoves | RemoveMoves, _chance: random.Random) -> Event:
    return RepertoireRead(_sides())


@answer.register
def _(_order: LoadPractice, chance: random.Random) -> Event:
    due = chance.choice((0, 2))
    return PracticeRead(PracticeSummary(daily=10, due=due, cards=4, due_lines=due, lines=6))


@answer.register
def _(order: ListOwnGames, chance: random.Random) -> Event:
    return OwnGamesListed(order.ask_id, failure=_failure(chance))


@answer.register
def _(order: LoadReview, chance: random.Random) -> Event:
    return ReviewLoaded(order.document_id, order.number, chance.choice(((), ({"turn": "red"},), (None, None))))


@answer.register
def _(order: StartImport, chance: random.Random) -> Event:
    over = chance.random() < 0.5
    return ImportProgress(order.import_id, ImportReport(games=3, files=1), "a.pgn", 0.5, over, _failure(chance))


@answer.register
def _(order: ProbeEngine, chance: random.Random) -> Event:
    if why := _failure(chance):
        return EngineRefused(order.probe_id, why)
    return EngineIntroduced(order.probe_id, "Engine", (), "A. Smith", "uci")


@answer.register
def _(order: WriteJournal, chance: random.Random) -> Event:
    if why := _failure(chance):
        return GameUnkept(order.document_id, why)
    return GameOnDisk(order.document_id)
