"""Of every intent it is decided what it means in the editor, and whether it leaves what is on the board."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from app_session import Session

from xiangqi.app import messages
from xiangqi.app.handlers import setting_up
from xiangqi.app.handlers.dispatch import has_own_handler
from xiangqi.app.handlers.files import saving
from xiangqi.app.messages import intents
from xiangqi.app.messages.edit_intents import OpenEditor, UseTool
from xiangqi.app.messages.effects import LoadTraining, ProbeEngine
from xiangqi.app.messages.engine_intents import AddEngineCommand
from xiangqi.app.messages.events import TrainingRead
from xiangqi.app.messages.record_intents import CloseRecord
from xiangqi.app.messages.training_intents import ContinueGame, Train
from xiangqi.app.model.editor import Tool
from xiangqi.app.model.game.mode import SetUp
from xiangqi.app.model.intent import Intent
from xiangqi.app.model.training import Assignment, Sort, TrainingRequest
from xiangqi.board import START_FEN, Move
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind

for module in pkgutil.iter_modules(messages.__path__):
    importlib.import_module(f"{messages.__name__}.{module.name}")
KINDS = {kind.__name__: kind for kind in Intent.__subclasses__()}


def listed(words: str) -> list[str]:
    return words.split()


# Nothing of the editor's, nor of what it lets one open: the player is told so.
NOT_IN_EDITOR = listed("""
    AgreeDraw AnnotateGame ChooseGame ChooseTab ChooseVariation CloseLine CloseRecord CloseReplay
    ContinueFromHere CopyMoves DeleteRest DeleteVariation EndGuide EraseText ExplainPosition FilterExplorer
    GiveSolution GiveVerdict GoBack GoFirst GoForward GoLast GoTo GuessMoves Hint KeepLine LeaveMove
    ListExplored ListPuzzles MakeMainLine MoveVariation NextExercise NextMistake NextVariation OfferDraw
    OpenReplay PauseGame PauseReplay PlayText PractiseMistakes RedoEdit Rematch RemoveCard Resign SeeWhy SetMark
    SetResult ShowBest ShowLine ShowProof SolveAnother SolvePuzzle StartReview StepGame StopReview SubmitText
    ToggleAnalysis ToggleAttacks ToggleExplorer ToggleHidden ToggleThreat ToggleTimer TryAgain TurnGuide
    TypeText UndoEdit WriteComment WriteHeader
""")

# What was on the board stays there, lies beneath, or is kept by other means.
LEAVES_NOTHING = listed("""
    AddEngine AddEngineCommand AgreeDraw AnnotateGame Answer Cancel CancelFilm CarryBrush ChangeDraft
    ChangeImportFilter ChangeSearch ChangeSettings ChooseBrush ChooseOwnGame ChooseReading ChooseTab
    ChooseVariation ClearToasts ClickNothing ClickSquare CloseEditor CloseLine ClosePanel CloseReplay
    ContinueGame CopyGame CopyMoves CopyPosition DeleteOwnGame DeleteRest DeleteVariation DismissImport DragDrop
    DragMove DragStart DropBrush EndGuide EnterFolder EraseSquare EraseText ExplainPosition ExportGames ExportTo
    FilterExplorer FindGames Flip GiveSolution GiveVerdict GoBack GoFirst GoForward GoLast GoTo GuessMoves Hint
    ImportPath KeepLine LeaveMove ListExplored ListPuzzles MakeMainLine MoveVariation NextExercise NextMistake
    NextVariation OfferDraw OpenEditor OpenLibrary OpenPanel OpenReplay OpenStoredGame PauseGame PauseReplay
    PlayAgainstEngine PlayText Redo RedoEdit Rematch RemoveCard RemoveEngine Resign Save SaveElsewhere SaveFile
    SaveFirst SeeWhy SetEngineOption SetMark SetResult SetTurn ShowBest ShowDocument ShowEngine ShowLine
    ShowProof SnapBoard SolveAnother StartReview StepGame StopImport StopLoading StopReview SubmitText TakeBack
    ToggleAnalysis ToggleAttacks ToggleExplorer ToggleHidden ToggleThreat ToggleTimer Train TryAgain TurnGuide
    TypeFen TypeText UndoEdit UseBuiltIn UseTool WindowResized WriteComment WriteHeader
""")

# These leave what is on the board, but begin no game in place of one that is not over.
BEGINS_NOTHING = listed("AnalyseEdited ChooseGame CloseRecord ContinueFromHere OpenFile PasteText Quit")


def names(kinds: object) -> set[str]:
    return {kind.__name__ for kind in kinds}  # type: ignore[attr-defined]


def test_every_intent_is_decided_upon_for_the_editor() -> None:
    own = {name for name, kind in KINDS.items() if has_own_handler(kind, SetUp)}
    always = names(setting_up._AS_ALWAYS)
    assert not own & always
    assert not (own | always) & set(NOT_IN_EDITOR)
    assert own | always | set(NOT_IN_EDITOR) == set(KINDS), "decide what a new intent means in the editor"


def test_every_intent_is_decided_upon_for_unsaved_work() -> None:
    leaving = names(saving._LEAVING)
    assert not leaving & set(LEAVES_NOTHING)
    assert leaving | set(LEAVES_NOTHING) == set(KINDS), "decide whether a new intent loses unsaved work"


def test_every_leaving_intent_is_decided_upon_for_games() -> None:
    beginning = names(saving._BEGINNING)
    assert not beginning & set(BEGINS_NOTHING)
    assert beginning | set(BEGINS_NOTHING) == names(saving._LEAVING), "decide whether it begins another game"


@pytest.fixture
def editing() -> Session:
    session = Session()
    session.send(intents.NewGame(session.state.play.setup), intents.Answer(True))
    session.play("h2e2", "h9g7")
    session.send(OpenEditor(), UseTool(Tool.CLEAR))
    return session


def test_what_means_nothing_in_the_editor_is_told(editing: Session) -> None:
    for message in (
        intents.GoBack(),
        intents.Resign(),
        intents.Hint(),
        intents.TypeText("h"),
        intents.Rematch(),
    ):
        editing.send(intents.ClearToasts())
        before = editing.state.documents
        editing.send(message)
        assert [toast.notice.key.value for toast in editing.state.toasts] == ["setting_up"]
        assert editing.state.documents == before


def test_what_its_panels_offer_works_in_the_editor(editing: Session) -> None:
    position = editing.state.document
    request = TrainingRequest(Sort.TODAY)
    assert editing.send(Train(request)) == (LoadTraining(request),)
    editing.send(AddEngineCommand("some-engine --fast"))
    assert editing.one(ProbeEngine).command == ("some-engine", "--fast")
    editing.send(ContinueGame())
    assert editing.state.document.play is not None
    assert position in editing.state.documents, "what was set up lies beneath"


def test_an_exercise_lies_over_what_was_set_up(editing: Session) -> None:
    position = editing.state.document
    task = SolvingTask(START_FEN, (Move.from_iccs("b2e2"),), ExerciseKind.WIN)
    exercise = Assignment(task, "key", "pack")
    editing.send(TrainingRead(TrainingRequest(Sort.TODAY), (exercise,), (None,)))
    assert editing.state.editor is None
    editing.send(CloseRecord())
    assert position in editing.state.documents
