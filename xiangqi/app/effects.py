"""Everything that `update` may want done in the world."""

from __future__ import annotations

from xiangqi.app.coach.messages import AskCoach
from xiangqi.app.effect import ViewEffect
from xiangqi.app.engines.messages import (
    DropProbe,
    PrepareEngines,
    PressEngineButton,
    ProbeEngine,
    StartSearch,
    StopSearch,
)
from xiangqi.app.exercises.messages import (
    DropCard,
    JudgeAnswer,
    KeepMistakes,
    KeepSolving,
    LoadPractice,
    LoadTraining,
    SaveSolved,
)
from xiangqi.app.game.messages import DeleteJournal, KeepGame, KeepJournal, WriteJournal
from xiangqi.app.library.messages import (
    AskExplorer,
    CancelImport,
    DeleteStored,
    ExportStored,
    KeepReview,
    ListOwnGames,
    LoadFound,
    LoadReview,
    StartImport,
)
from xiangqi.app.records.messages import (
    AbandonLoad,
    CopyRecord,
    DeleteDraft,
    ListFolder,
    LoadFile,
    LoadText,
    MakeFilm,
    StopFilm,
    WriteDraft,
    WriteRecord,
)
from xiangqi.app.settings.messages import SaveSettings

LibraryEffect = (
    AskExplorer
    | LoadFound
    | ListOwnGames
    | DeleteStored
    | ExportStored
    | KeepReview
    | LoadReview
    | StartImport
    | CancelImport
)
Effect = (
    StartSearch
    | StopSearch
    | PrepareEngines
    | ProbeEngine
    | DropProbe
    | PressEngineButton
    | WriteJournal
    | KeepGame
    | DeleteJournal
    | KeepJournal
    | WriteDraft
    | DeleteDraft
    | LoadFile
    | LoadText
    | AbandonLoad
    | SaveSolved
    | LoadPractice
    | LoadTraining
    | JudgeAnswer
    | KeepSolving
    | KeepMistakes
    | DropCard
    | ListFolder
    | WriteRecord
    | CopyRecord
    | SaveSettings
    | MakeFilm
    | StopFilm
    | LibraryEffect
    | AskCoach
    | ViewEffect
)
