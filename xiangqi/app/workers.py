"""The one list of workers. A new one is a class in its feature, in `asks` or `workers`, and a line here."""

from __future__ import annotations

from typing import Final

from xiangqi.app.coach.asks import CoachService
from xiangqi.app.engines.workers.engine_service import EngineService
from xiangqi.app.engines.workers.probe import Prober
from xiangqi.app.exercises.workers.exercise_service import ExerciseService
from xiangqi.app.game.workers.journal_service import JournalService
from xiangqi.app.insights.asks import InsightsReader
from xiangqi.app.insights.workers.review_service import ReviewService
from xiangqi.app.lessons.asks import ProgressKeeper
from xiangqi.app.library.workers.game_keeper import GameKeeper
from xiangqi.app.library.workers.import_service import ImportService
from xiangqi.app.library.workers.library_service import LibraryService
from xiangqi.app.openings.asks import Repertoires
from xiangqi.app.recognition.workers.picture_service import PictureService
from xiangqi.app.records.workers.analyses import AnalysisKeeper
from xiangqi.app.records.workers.files import FileReader, RecordWriter
from xiangqi.app.records.workers.films import FilmService
from xiangqi.app.settings.workers.settings_service import SettingsService
from xiangqi.app.share.workers.share_service import ShareService
from xiangqi.app.worker import Service

WORKERS: Final[tuple[type[Service], ...]] = (
    EngineService,
    Prober,
    FileReader,
    FilmService,
    PictureService,
    CoachService,
    SettingsService,
    ProgressKeeper,
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
    JournalService,  # last, since its place is another program's as soon as it is closed
)
"""All workers, in the order in which they are closed, those that stop at once before those that write."""
