"""The transition of the session, ``update(state, message) -> (state, effects)``; pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from xiangqi.app import (
    analysis,
    annotate,
    browse,
    clockwork,
    desk,
    edit,
    engine_intents,
    engine_list,
    engines,
    events,
    guide,
    hand,
    intents,
    pictures,
    play,
    practice,
    preview,
    puzzles,
    record_intents,
    replay,
    replies,
    review,
    saving,
)
from xiangqi.app.events import FileSaved, Message, Tick
from xiangqi.app.hand_state import Hand
from xiangqi.app.intents import Answer, Cancel, CloseLine, CloseReplay, Intent
from xiangqi.app.record_intents import Save, SaveFirst
from xiangqi.app.result import Result, chain, only
from xiangqi.app.state import AppState, RunningGame
from xiangqi.core.constants import BLACK
from xiangqi.storage.settings import Settings

Handler = Callable[[AppState, Any], Result]


def initial_state(settings: Settings, today: str = "") -> AppState:
    """The session before any message: the game that the player had last, at its start.

    No engine thinks yet: the start of the program sends a NewGame.

    Args:
        settings: the player's choices.
        today: the date as PGN writes it, 2026.01.31.
    """
    setup = play.setup_from(settings)
    game = RunningGame(setup=setup, date=today)
    return AppState(game=game, settings=settings, flipped=setup.human_side == BLACK, today=today)


def update(state: AppState, message: Message) -> Result:
    """The state after a message, and what is to be done.

    Args:
        state: unchanged.
        message: an intent of the player or an event of the world.
    """
    if isinstance(message, saving.LEAVING) and saving.is_unsaved(state):
        return saving.ask(state, message)
    return replay.kept(state, _handle(state, message))


def _handle(state: AppState, message: Message) -> Result:
    kind = type(message)
    handler = edit.while_editing(kind) if state.editor is not None else None
    return (handler or _HANDLERS[kind])(state, message)


def _tick(state: AppState, message: Tick) -> Result:
    """Time passes: toasts and refusals that have been shown long enough go; all that runs goes on."""
    now = message.now
    toasts = tuple(toast for toast in state.toasts if toast.until > now)
    if len(toasts) != len(state.toasts):
        state = replace(state, toasts=toasts)
    refusal = state.hand.refusal
    if refusal is not None and refusal.until <= now:
        state = replace(state, hand=replace(state.hand, refusal=None))
    running = (replay.advance, clockwork.advance, analysis.advance, guide.advance, saving.keep_draft)
    return chain(replace(state, now=now), *running)


def _cancel(state: AppState, _message: Cancel) -> Result:
    """Esc: the uppermost thing goes."""
    if state.question is not None:
        return only(replace(state, question=None, leaving=None))
    if state.panel is not None:
        return engine_list.drop_probe(replace(state, panel=None, leaving=None))
    if state.editor is not None:
        return edit.escape(state, state.editor)
    if state.hand.typed:
        return only(replace(state, hand=replace(state.hand, typed="")))
    if state.hand.drag is not None:
        return only(replace(state, hand=replace(state.hand, drag=None)))
    if state.replay is not None:
        return replay.close_replay(state, CloseReplay())
    if state.preview is not None and state.hand == Hand():
        return preview.close_line(state, CloseLine())
    return only(replace(state, hand=Hand()))


def _answer(state: AppState, message: Answer) -> Result:
    """The question goes; on yes what it was about is done."""
    if state.question is None:
        return only(state)
    then: Intent = state.question.then
    confirmed = None if state.question.unsaved else _CONFIRMED.get(type(then))
    state = replace(state, question=None)
    if not message.yes:
        return only(replace(state, leaving=None))
    return (confirmed or _handle)(state, then)


def _save_first(state: AppState, _message: SaveFirst) -> Result:
    """The changes are saved; what the question was about waits for that."""
    if state.question is None or not state.question.unsaved:
        return only(state)
    state = replace(state, question=None, leaving=state.question.then)
    return saving.save(state, Save())


def _file_saved(state: AppState, message: FileSaved) -> Result:
    """What waited for the saving is done now, if no change is left that is in no file."""
    state, waiting = saving.file_saved(state, message), state.leaving
    if waiting is None:
        return only(state)
    state = replace(state, leaving=None)
    return only(state) if saving.is_unsaved(state) else _handle(state, waiting)


def _of_either(of_analysis: Handler, of_game: Handler) -> Handler:
    """What an engine says goes to whoever has asked it."""

    def handler(state: AppState, message: Any) -> Result:
        owned = analysis.owns(state, message.search_id)
        return of_analysis(state, message) if owned else of_game(state, message)

    return handler


_CONFIRMED: Final[dict[type, Handler]] = {
    intents.NewGame: play.new_game_now,
    record_intents.SolvePuzzle: puzzles.solve_puzzle_now,
    intents.PractiseMistakes: practice.practise_now,
    intents.Resign: play.resign_now,
    intents.StartGuide: guide.start_guide_now,
    intents.ContinueFromHere: browse.continue_from_here_now,
}
"""What a yes leads to where the intent itself would ask again."""

_HANDLERS: Final[dict[type, Handler]] = {
    # the hand
    intents.ClickSquare: hand.click_square,
    intents.ClickNothing: hand.click_nothing,
    intents.Cancel: _cancel,
    intents.DragStart: hand.drag_start,
    intents.DragMove: hand.drag_move,
    intents.DragDrop: hand.drag_drop,
    intents.TypeText: hand.type_text,
    intents.EraseText: hand.erase_text,
    intents.SubmitText: hand.submit_text,
    intents.PlayText: hand.play_text,
    # the game
    intents.NewGame: play.new_game,
    intents.TakeBack: play.take_back,
    intents.Redo: play.redo,
    intents.Resign: play.resign,
    intents.OfferDraw: play.offer_draw,
    intents.AgreeDraw: play.agree_draw,
    intents.Hint: engines.hint,
    intents.PauseGame: clockwork.pause_game,
    intents.Flip: desk.flip,
    # going through the moves
    intents.GoTo: browse.go_to,
    intents.GoFirst: browse.go_first,
    intents.GoLast: browse.go_last,
    intents.GoBack: browse.go_back,
    intents.GoForward: browse.go_forward,
    intents.NextVariation: browse.next_variation,
    intents.ChooseVariation: browse.choose_variation,
    intents.ContinueFromHere: browse.continue_from_here,
    intents.OpenReplay: replay.open_replay,
    intents.PauseReplay: replay.pause_replay,
    intents.CloseReplay: replay.close_replay,
    # analysis
    intents.ToggleAnalysis: analysis.toggle_analysis,
    intents.ChooseTab: analysis.choose_tab,
    intents.ToggleHidden: analysis.toggle_hidden,
    intents.ToggleThreat: analysis.toggle_threat,
    intents.ToggleAttacks: analysis.toggle_attacks,
    intents.StartReview: review.start_review,
    intents.StopReview: review.stop_review,
    intents.NextMistake: review.next_mistake,
    intents.PractiseMistakes: practice.practise,
    intents.ShowLine: preview.show_line,
    intents.ShowBest: preview.show_best,
    intents.CloseLine: preview.close_line,
    intents.KeepLine: annotate.keep_line,
    # records
    record_intents.OpenFile: desk.open_file,
    record_intents.SolvePuzzle: puzzles.solve_puzzle,
    record_intents.SolveAnother: puzzles.solve_another,
    record_intents.ListPuzzles: puzzles.list_puzzles,
    record_intents.StopLoading: browse.stop_loading,
    record_intents.ChooseGame: browse.choose_game,
    record_intents.CloseRecord: browse.close_record,
    record_intents.Save: saving.save,
    record_intents.SaveFirst: _save_first,
    record_intents.SaveFile: saving.save_file,
    record_intents.SnapBoard: pictures.snap_board,
    record_intents.CancelFilm: pictures.cancel_film,
    record_intents.PasteText: desk.paste_text,
    record_intents.CopyPosition: desk.copy_position,
    record_intents.CopyGame: desk.copy_game,
    record_intents.CopyMoves: desk.copy_moves,
    intents.EnterFolder: desk.enter_folder,
    intents.AnswerResume: desk.answer_resume,
    # editing an open record
    record_intents.AnnotateGame: annotate.annotate_game,
    record_intents.UndoEdit: annotate.undo_edit,
    record_intents.RedoEdit: annotate.redo_edit,
    record_intents.MoveVariation: annotate.move_variation,
    record_intents.MakeMainLine: annotate.make_main_line,
    record_intents.DeleteVariation: annotate.delete_variation,
    record_intents.DeleteRest: annotate.delete_rest,
    record_intents.WriteComment: annotate.write_comment,
    record_intents.SetMark: annotate.set_mark,
    record_intents.WriteHeader: annotate.write_header,
    record_intents.SetResult: annotate.set_result,
    # panels and settings
    intents.OpenPanel: desk.open_panel,
    intents.ClosePanel: desk.close_panel,
    intents.ClearToasts: desk.clear_toasts,
    intents.ChangeDraft: desk.change_draft,
    engine_intents.AddEngine: engine_list.add_engine,
    engine_intents.ShowEngine: engine_list.show_engine,
    engine_intents.SetEngineOption: engine_list.set_option,
    engine_intents.RemoveEngine: engine_list.remove_engine,
    engine_intents.PlayAgainstEngine: engine_list.play_against,
    intents.Answer: _answer,
    intents.ChangeSettings: desk.change_settings,
    intents.WindowResized: desk.window_resized,
    intents.UseBuiltIn: replies.use_built_in,
    intents.StartGuide: guide.start_guide,
    intents.TurnGuide: guide.turn_guide,
    intents.EndGuide: guide.end_guide,
    intents.Quit: desk.quit_program,
    # setting up a position
    **edit.OTHERWISE,
    # events
    events.Tick: _tick,
    events.SearchInfo: _of_either(analysis.search_info, engines.search_info),
    events.SearchDone: _of_either(analysis.search_done, replies.search_done),
    events.SearchFailed: _of_either(analysis.search_failed, replies.search_failed),
    events.EnginesPreparing: engines.engines_preparing,
    events.EngineIntroduced: engine_list.introduced,
    events.EngineRefused: engine_list.refused,
    events.EngineFileRefused: engines.engine_file_refused,
    events.GamesRead: browse.games_read,
    events.LoadFailed: browse.load_failed,
    events.FolderListed: desk.folder_listed,
    events.FilmProgress: pictures.film_progress,
    events.PictureDone: pictures.picture_done,
    events.FileSaved: _file_saved,
    events.FileExists: saving.file_exists,
    events.SaveFailed: saving.save_failed,
    events.JournalFound: desk.journal_found,
    events.JournalDamaged: desk.journal_damaged,
    events.JournalKept: desk.journal_kept,
    events.FinishedGameKept: desk.finished_game_kept,
    events.JournalFailed: desk.journal_failed,
    events.ClipboardFailed: desk.clipboard_failed,
    events.RunsInterpreted: desk.runs_interpreted,
    events.SolvedLoaded: puzzles.solved_loaded,
    events.SolvedDamaged: puzzles.solved_damaged,
    events.SolvedFailed: puzzles.solved_failed,
    events.DraftRecovered: saving.draft_recovered,
    events.SettingsDamaged: desk.settings_damaged,
    events.SettingsFailed: desk.settings_failed,
}
