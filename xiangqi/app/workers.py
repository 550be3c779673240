"""The one list of workers. A new one is a class in its feature, in an `asks` module, and a line here."""

from __future__ import annotations

from typing import Final

from xiangqi.app.coach.asks import CoachService
from xiangqi.app.engines.asks import EngineService, Prober
from xiangqi.app.exercises.asks import ExerciseService, MoveJudge
from xiangqi.app.exercises.asks_classics import ClassicStarsKeeper
from xiangqi.app.game.asks import JournalService
from xiangqi.app.insights.asks import InsightsReader
from xiangqi.app.insights.asks_reviews import ReviewService
from xiangqi.app.lessons.asks import ProgressKeeper
from xiangqi.app.library.asks import LibraryService
from xiangqi.app.library.asks_importing import ImportService
from xiangqi.app.library.asks_keeping import GameKeeper
from xiangqi.app.library.asks_listing import GamesLister
from xiangqi.app.library.asks_masters import MastersMaker
from xiangqi.app.openings.asks import Repertoires
from xiangqi.app.recognition.asks import PictureService
from xiangqi.app.records.asks_analyses import AnalysisKeeper
from xiangqi.app.records.asks_films import FilmService
from xiangqi.app.records.asks_reading import FileReader
from xiangqi.app.records.asks_writing import RecordWriter
from xiangqi.app.settings.asks import SettingsService
from xiangqi.app.share.asks import ShareService
from xiangqi.app.worker import Service

WORKERS: Final[tuple[type[Service], ...]] = (
    EngineService,
    Prober,
    FileReader,
    FilmService,
    PictureService,
    MoveJudge,
    MastersMaker,
    GamesLister,
    CoachService,
    SettingsService,
    ProgressKeeper,
    ClassicStarsKeeper,
    RecordWriter,
    AnalysisKeeper,
    ImportService,
    ReviewService,
    InsightsReader,
    GameKeeper,  # it hands games to the exercises and writes to the library
    ExerciseService,
    Repertoires,
    LibraryService,
    ShareService,
    JournalService,  # last, since its slot is another program's as soon as it is closed
)
"""All workers, in the order in which they are closed, those that stop at once before those that write."""
