"""Everything round the board: panels, questions, settings, files, the journal of an earlier run, quitting."""

from __future__ import annotations

import re
from dataclasses import replace

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.files.saving import ask_name, list_folder
from xiangqi.app.handlers.files.saving import shown as shown_game
from xiangqi.app.handlers.playing.challenge_result import abandoned
from xiangqi.app.handlers.playing.play import begin, journal, put_aside
from xiangqi.app.handlers.playing.result import Result, chain, only, toast
from xiangqi.app.handlers.thinking import engine_list
from xiangqi.app.handlers.thinking.engines import cancel
from xiangqi.app.messages.effects import (
    CopyRecord,
    CopyText,
    DeleteDraft,
    DeleteJournal,
    LoadFile,
    LoadPractice,
    LoadText,
    SaveSettings,
)
from xiangqi.app.messages.events import (
    ClipboardFailed,
    DayBegan,
    FolderListed,
    JournalDamaged,
    JournalDelayed,
    JournalFailed,
    JournalFound,
    JournalKept,
    NothingToPaste,
    RunsInterpreted,
    SettingsDamaged,
    SettingsFailed,
    UnstoredGameKept,
    UnstoredGameTaken,
)
from xiangqi.app.messages.intents import (
    AnswerResume,
    ChangeDraft,
    ChangeSettings,
    ClearToasts,
    ClosePanel,
    EnterFolder,
    Flip,
    OpenPanel,
    Quit,
    WindowResized,
)
from xiangqi.app.messages.record_intents import (
    CopyGame,
    CopyMoves,
    CopyPosition,
    OpenFile,
    PasteText,
)
from xiangqi.app.model import view
from xiangqi.app.model.game import turns
from xiangqi.app.model.game.transcript import told_names
from xiangqi.app.model.positions import full_moves
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Folder, Loading, Panel, Tone
from xiangqi.errors import FenError
from xiangqi.fen import START_FEN, parse_fen
from xiangqi.records.text.movelist import format_moves
from xiangqi.storage.settings import in_script, with_values

_FEN = re.compile(r"(FEN:?\s*)?[0-9a-zA-Z]+(/[0-9a-zA-Z]+){8,10}([ \t][^\n]*)?")
"""What can be meant as nothing but a position."""

_FILE_PANELS = (Panel.OPEN_FILE, Panel.SAVE_FILE)
_PRACTICE_PANELS = (Panel.START, Panel.EXERCISES, Panel.COURSES, Panel.RATING)
_ENGINE_PANELS = (Panel.ENGINES, Panel.ADD_ENGINE, Panel.ENGINE)

# ---- Panels and settings ----


@handles(OpenPanel)
def open_panel(state: AppState, message: OpenPanel) -> Result:
    """Open a panel; what it shows is fetched. Only a file with several games has a list of them."""
    if message.panel is Panel.GAME_LIST and len(state.document.games) < 2:
        return only(state)
    came_from = state.panel
    state, effects = engine_list.drop_probe(replace(state, panel=message.panel, leaving=None))
    if message.panel is Panel.NEW_GAME and came_from not in _ENGINE_PANELS:
        return only(replace(state, draft=replace(state.draft, start_fen=START_FEN)), *effects, LoadPractice())
    if message.panel in (*_FILE_PANELS, Panel.ADD_ENGINE):
        saves = message.panel is Panel.SAVE_FILE
        state, more = ask_name(state) if saves else enter_folder(state, EnterFolder())
        return state, (*effects, *more)
    if message.panel in _PRACTICE_PANELS:
        return only(state, *effects, LoadPractice())
    return only(state, *effects)


@handles(ClosePanel)
def close_panel(state: AppState, _message: ClosePanel) -> Result:
    """Close the open panel; what was to be done after saving is not done then."""
    return engine_list.drop_probe(replace(state, panel=None, leaving=None))


@handles(ClearToasts)
def clear_toasts(state: AppState, _message: ClearToasts) -> Result:
    """The notices go before their time."""
    return only(replace(state, toasts=()))


@handles(ChangeDraft)
def change_draft(state: AppState, message: ChangeDraft) -> Result:
    """Keep the choices in the new-game panel."""
    return only(replace(state, draft=message.setup))


@handles(Flip)
def flip(state: AppState, _message: Flip) -> Result:
    """Turn the board."""
    return only(replace(state, flipped=not state.flipped))


@handles(ChangeSettings)
def change_settings(state: AppState, message: ChangeSettings) -> Result:
    """Take over new settings; nothing else changes, but Chinese moves follow the language's script."""
    settings = with_values(state.settings, in_script(state.settings, message.values))
    if settings == state.settings:
        return only(state)
    return only(replace(state, settings=settings), SaveSettings(settings))


@handles(DayBegan)
def day_began(state: AppState, message: DayBegan) -> Result:
    """Games that nobody has begun are of the new day, and so is what the start page says of exercises."""
    for document in state.documents:
        unbegun = document.play is not None and document.play.tip.parent is None
        if unbegun and document.tree.headers.get("Date") == state.today:
            tags = {**document.tree.headers, "Date": message.today}
            state = state.put(replace(document, tree=document.tree.told(tags, document.tree.result)))
    state = replace(state, today=message.today)
    return only(state, LoadPractice()) if state.panel in _PRACTICE_PANELS else only(state)


@handles(WindowResized)
def window_resized(state: AppState, message: WindowResized) -> Result:
    """Remember the size; it is written when the program ends."""
    return only(replace(state, settings=with_values(state.settings, {"window_size": message.size})))


@handles(Quit)
def quit_program(state: AppState, _message: Quit) -> Result:
    """Close the window: settings are kept, and the journal with its clock too unless its game is over."""
    state, effects = chain(replace(state, quitting=True), cancel, abandoned)
    if state.kept:
        effects = (*effects, DeleteDraft())
    play = state.kept_game.play or state.play
    if play.end is not None and state.resume is None:
        effects = (*effects, DeleteJournal())
    elif play.clock is not None and play.moves:
        state, more = journal(state)
        effects = (*effects, *more)
    return state, (*effects, SaveSettings(state.settings))


@handles(SettingsDamaged)
def settings_damaged(state: AppState, message: SettingsDamaged) -> Result:
    """Say that the settings were unreadable and where they are now."""
    return only(toast(state, Say.SETTINGS_DAMAGED, Tone.ERROR, name=message.set_aside or ""))


@handles(SettingsFailed)
def settings_failed(state: AppState, message: SettingsFailed) -> Result:
    """Say that the settings cannot be kept."""
    return only(toast(state, Say.SETTINGS_UNWRITABLE, Tone.ERROR, detail=message.detail))


# ---- Files and clipboard ----


@handles(OpenFile)
def open_file(state: AppState, message: OpenFile) -> Result:
    """Begin to read a file; an earlier one that is still being read is forgotten."""
    state, load_id = loading(state, message.path.name)
    return only(state, LoadFile(load_id, message.path))


@handles(PasteText)
def paste_text(state: AppState, message: PasteText) -> Result:
    """Begin to read games from text; of a single position that cannot be, say why not."""
    text = message.text.strip()
    if _FEN.fullmatch(text):
        try:
            parse_fen(text)
        except FenError as error:
            return only(toast(state, Say.BAD_FEN, Tone.ERROR, detail=error))
    state, load_id = loading(state, "")
    return only(state, LoadText(load_id, message.text))


def loading(state: AppState, name: str) -> tuple[AppState, int]:
    """The state with something to be read, and the stamp of that."""
    load_id = state.next_id
    panel = None if state.panel in _FILE_PANELS else state.panel
    return replace(state, loading=Loading(load_id, name), next_id=load_id + 1, panel=panel), load_id


@handles(EnterFolder)
def enter_folder(state: AppState, message: EnterFolder) -> Result:
    """Ask for the listing of a folder."""
    return only(state, list_folder(state, message.path))


@handles(FolderListed)
def folder_listed(state: AppState, message: FolderListed) -> Result:
    """Show the listing."""
    return only(replace(state, folder=Folder(message.path, message.entries, message.error, message.programs)))


@handles(CopyPosition)
def copy_position(state: AppState, _message: CopyPosition) -> Result:
    """The shown position as a FEN to the clipboard."""
    return only(toast(state, Say.COPIED, Tone.QUIET), CopyText(view.snapshot(state).fen))


@handles(CopyGame)
def copy_game(state: AppState, message: CopyGame) -> Result:
    """What is on the board as a whole to the clipboard."""
    order = CopyRecord(shown_game(state), state.settings.notation, message.form)
    return only(toast(state, Say.COPIED, Tone.QUIET), order)


@handles(CopyMoves)
def copy_moves(state: AppState, message: CopyMoves) -> Result:
    """The shown line as Chinese text to the clipboard."""
    shown, game = view.line(state), shown_game(state)
    text = format_moves(game.headers, shown.start_fen, shown.moves, game.result, message.traditional)
    return only(toast(state, Say.COPIED, Tone.QUIET), CopyText(text))


@handles(ClipboardFailed)
def clipboard_failed(state: AppState, _message: ClipboardFailed) -> Result:
    """Say that nothing was copied, in place of what was said before it was tried."""
    kept = tuple(shown for shown in state.toasts if shown.notice.key is not Say.COPIED)
    return only(toast(replace(state, toasts=kept), Say.CLIPBOARD_FAILED, Tone.ERROR))


@handles(NothingToPaste)
def nothing_to_paste(state: AppState, _message: NothingToPaste) -> Result:
    """Say that nothing comes from the clipboard."""
    return only(toast(state, Say.NOTHING_TO_PASTE, Tone.ERROR))


@handles(RunsInterpreted)
def runs_interpreted(state: AppState, _message: RunsInterpreted) -> Result:
    """Say that the computer is slow here, and what to do about it."""
    return only(toast(state, Say.RUNS_INTERPRETED, Tone.ERROR))


# ---- The journal of an earlier run ----


@handles(JournalFound)
def journal_found(state: AppState, message: JournalFound) -> Result:
    """Offer the unfinished game."""
    if message.offer.damaged:
        count = full_moves(len(message.offer.play.moves))
        state = toast(state, Say.JOURNAL_DAMAGED, Tone.ERROR, name=message.set_aside or "", count=count)
    return only(replace(state, resume=message.offer))


@handles(JournalDamaged)
def journal_damaged(state: AppState, message: JournalDamaged) -> Result:
    """Say that the journal was unreadable and where it is now."""
    return only(toast(state, Say.JOURNAL_DAMAGED, Tone.ERROR, name=message.set_aside or "", count=0))


@handles(JournalKept)
def journal_kept(state: AppState, message: JournalKept) -> Result:
    """Say where the unfinished game is now."""
    return only(toast(state, Say.JOURNAL_KEPT, name=message.path))


@handles(UnstoredGameKept)
def unstored_game_kept(state: AppState, message: UnstoredGameKept) -> Result:
    """Say where a game is that the library did not take."""
    return only(toast(state, Say.UNSTORED_GAME_KEPT, name=message.path))


@handles(UnstoredGameTaken)
def unstored_game_taken(state: AppState, message: UnstoredGameTaken) -> Result:
    """Say that a game is in the library after all."""
    return only(toast(state, Say.UNSTORED_GAME_TAKEN, name=told_names(message.red, message.black)))


@handles(JournalFailed)
def journal_failed(state: AppState, message: JournalFailed) -> Result:
    """Say that the game is not being kept; the same failure after every move is said once at a time."""
    return only(toast(state, Say.JOURNAL_UNWRITABLE, Tone.ERROR, detail=message.detail))


@handles(JournalDelayed)
def journal_delayed(state: AppState, _message: JournalDelayed) -> Result:
    """Say that what is about to be shown is not kept yet."""
    return only(toast(state, Say.JOURNAL_DELAYED, Tone.ERROR))


@handles(AnswerResume)
def answer_resume(state: AppState, message: AnswerResume) -> Result:
    """Take up the unfinished game, or put it aside. What would go on by itself begins in a pause."""
    offer = state.resume
    if offer is None:
        return only(state)
    if not message.yes:
        return put_aside(state)
    play = replace(offer.play, paused=turns.can_pause(offer.play))
    state, effects = begin(state, replace(offer.document.with_play(play), id=state.next_id))
    state = replace(state, resume=None, flipped=offer.flipped)
    state = toast(state, Say.GAME_RESUMED, count=full_moves(len(offer.play.moves)))
    state, more = journal(state)
    return state, (*effects, *more)
