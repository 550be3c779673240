"""Shares a game: choosing the kind of document, previewing it, and writing it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.records import pictures
from xiangqi.app.records.clipboard import CopyMoves, CopyPosition, moves_text
from xiangqi.app.records.saving import list_folder, shown
from xiangqi.app.session import analysed, view
from xiangqi.app.session.dispatch import handle, handles, hears
from xiangqi.app.session.judgement import line_keys
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import PanelTurned
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.telling import story_told
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.app.session.under_way import under_way
from xiangqi.app.share.asks import DocumentShown, DocumentWritten, MakeDocument, StopDocument
from xiangqi.app.share.state import ReviewRemark, Share, ShareKind, ShareOption
from xiangqi.coach.grades import GLYPHS, Grade
from xiangqi.coach.wording import Wording
from xiangqi.i18n.languages import language_named
from xiangqi.i18n.message import Message
from xiangqi.notation import Style
from xiangqi.resources import pictures_folder

_KIND: Final = "kind"  # under which the kind is remembered
_EVERY: Final = 10  # moves between two diagrams at regular intervals
_MOST_SAID: Final = 2  # sentences of the coach about a move

_SETS: Final = ("simplified", "western")
"""The piece sets that documents know by the same name; all others are drawn as traditional characters."""


@dataclass(frozen=True)
class OpenShare(Intent, allowed_in_editor=False):
    """Open the share panel for the game on the board."""


@handles(OpenShare)
def open_share(state: AppState, _message: OpenShare) -> Result:
    """Open the page with the kind chosen last or, if the game has no moves, with the position.

    The first time, the kind is the picture of the whole game or, after a review, the score sheet.
    """
    last = state.settings.export.get(_KIND, "")
    usual = ShareKind.PAPER if analysed.assessment(state).is_complete else ShareKind.LONG
    kind = next((kind for kind in ShareKind if kind.value == last), usual)
    if not view.line(state).whole.moves and kind is not ShareKind.FEN:
        kind = ShareKind.CARD
    return _look_at(replace(state, panel=Panel.SHARE), kind)


@dataclass(frozen=True)
class ChooseShare(Intent, allowed_in_editor=False):
    """Choose another kind of document."""

    kind: ShareKind


@handles(ChooseShare)
def choose_share(state: AppState, message: ChooseShare) -> Result:
    """Request a preview of the chosen kind, which is remembered."""
    state, kept = _remembered(state, _KIND, message.kind.value)
    state, orders = _look_at(state, message.kind)
    return state, (*kept, *orders)


@dataclass(frozen=True)
class ChooseOption(Intent, allowed_in_editor=False):
    """Choose a value of an export option."""

    option: ShareOption
    value: str  # one of its choices


@handles(ChooseOption)
def choose_option(state: AppState, intent: ChooseOption) -> Result:
    """Remember the choice, and request a new preview."""
    share = state.held(Share)
    if share is None:
        return done(state)
    state, kept = _remembered(state, intent.option.value, intent.value)
    state, orders = _look_at(state, share.kind)
    return state, (*kept, *orders)


def _remembered(state: AppState, name: str, value: str) -> Result:
    settings = replace(state.settings, export={**state.settings.export, name: value})
    return done(replace(state, settings=settings), SaveSettings(settings))


def chosen(state: AppState, option: ShareOption) -> str:
    """Return the value of an option that was chosen last, or the usual one."""
    value = state.settings.export.get(option.value, option.choices[0])
    return value if value in option.choices else option.choices[0]


def _look_at(state: AppState, kind: ShareKind) -> Result:
    share = Share(state.next_id, kind, shown(state), view.line(state).here)
    if kind.is_copied:
        share = replace(share, text=_copied(state, kind))
    state = replace(state, next_id=state.next_id + 1).with_part(share)
    order = StopDocument() if kind.is_copied else _order(state, share, is_preview=True)
    return done(state, order)


def _copied(state: AppState, kind: ShareKind) -> str:
    """Return the text that goes to the clipboard."""
    return view.snapshot(state).fen if kind is ShareKind.FEN else moves_text(state, _in_traditional(state))


def _in_traditional(state: AppState) -> bool:
    return language_named(state.settings.language).notation == Style.CHINESE_TRADITIONAL.value


@dataclass(frozen=True)
class LookForFolder(Intent, allowed_in_editor=False):
    """Choose a folder for the document, or return to the document."""


@handles(LookForFolder)
def look_for_folder(state: AppState, _message: LookForFolder) -> Result:
    """List the last folder used, or show the document again."""
    share = state.held(Share)
    if share is None:
        return done(state)
    share = replace(share, is_choosing=not share.is_choosing)
    state = state.with_part(share)
    return done(state, list_folder(state, None)) if share.is_choosing else done(state)


@dataclass(frozen=True)
class WriteShare(Intent, allowed_in_editor=False):
    """Write the previewed document to a file."""

    folder: Path | None = None  # None for the player's folder of pictures
    opened: bool = False  # whether to open it afterwards in the system's program, which can print it


@handles(WriteShare)
def write_share(state: AppState, message: WriteShare) -> Result:
    """Write the document to a new file, or copy one that goes to the clipboard."""
    share = state.held(Share)
    if share is None or not share.is_ready or share.is_writing:
        return done(state)
    if share.kind.is_copied:
        copy = CopyPosition() if share.kind is ShareKind.FEN else CopyMoves(_in_traditional(state))
        return handle(state, copy)
    if share.kind is ShareKind.FILM:
        folder = message.folder or pictures_folder()
        name = f"xiangqi-{state.today.replace('.', '')}-{share.id}.gif"
        state = state.with_part(replace(share, is_choosing=False))
        return pictures.save_picture(state, folder / name, overwrite=True)
    share = replace(share, is_writing=True, is_choosing=False)
    order = _order(state, share, is_preview=False)
    return done(state.with_part(share), replace(order, folder=message.folder, opened=message.opened))


@under_way(WriteShare)
def is_writing(state: AppState) -> bool:
    """Return whether the previewed document is being written."""
    share = state.held(Share)
    return share is not None and share.is_writing


def _order(state: AppState, share: Share, *, is_preview: bool) -> MakeDocument:
    settings, told = state.settings, partial(chosen, state)
    notation = told(ShareOption.NOTATION) or settings.notation
    if notation == "chinese":
        notation = language_named(settings.language).chinese_notation
    pieces = told(ShareOption.PIECES) or (settings.piece_set if settings.piece_set in _SETS else "traditional")
    words = ["--language", settings.language, "--notation", notation, "--pieces", pieces]
    words += ["--flip"] * state.flipped
    colours = told(ShareOption.COLOURS)
    words += ["--colours", colours] if colours else []
    comments = told(ShareOption.COMMENTS)
    if share.kind in (ShareKind.LONG, ShareKind.PAPER, ShareKind.PAGE):
        words += _diagram_words(told(ShareOption.DIAGRAMS))
    if share.kind is ShareKind.PAPER:
        words += ["--paper", told(ShareOption.PAPER)]
    return MakeDocument(
        share.id,
        share.kind,
        share.game,
        share.here,
        tuple(words),
        is_preview,
        language=settings.language,
        comments=comments,
        remarks=_said(state, share.kind) if comments == "coach" else (),
        style=Style(notation),
        title=view.title_of_file(state.document, state.today),
    )


def _diagram_words(places: str) -> list[str]:
    """Return the command's options for diagrams; those at mistakes are requested by the record itself."""
    return ["--diagrams", "every", str(_EVERY)] if places == "every" else ["--diagrams", "none"]


def _said(state: AppState, kind: ShareKind) -> tuple[ReviewRemark, ...]:
    """Return the review's remarks for a document of a kind; one of a single position has no story."""
    told = () if kind in (ShareKind.CARD, ShareKind.FILM) else story_remark(state)
    return (*told, *remarks(state))


def story_remark(state: AppState) -> tuple[ReviewRemark, ...]:
    """Return the story of the reviewed game as a remark before its first move; () while there is none."""
    language = state.settings.language
    words = Wording(language, Style(state.settings.notation))
    told = language_named(language).space.join(story_told(state, words))
    return (ReviewRemark(0, 0, told, is_drawn=False),) if told else ()


def remarks(state: AppState) -> tuple[ReviewRemark, ...]:
    """Return the review's remarks on the marked moves of the line on the board; () without a review."""
    line, draws = state.document.line, chosen(state, ShareOption.DIAGRAMS) == "mistakes"
    keys = line_keys(line, view.rules(state), state.settings.analysis_engine)
    words = Wording(state.settings.language, Style(state.settings.notation))  # to readers who did not play
    space = language_named(state.settings.language).space
    found = []
    for verdict in analysed.assessment(state).marked:
        if verdict.grade is None:
            continue
        board, move = line.upto(verdict.ply - 1).board(), line.moves[verdict.ply - 1]
        told = state.coaching.told.get(keys[verdict.ply], ())
        said = space.join(words.sentence(fact, board, move) for fact in told[:_MOST_SAID])
        is_drawn = draws and verdict.grade is not Grade.INACCURACY
        found.append(ReviewRemark(verdict.ply, GLYPHS[verdict.grade], said, is_drawn))
    return tuple(found)


@hears(PanelTurned)
def leave_page(state: AppState, notice: PanelTurned) -> Result:
    """Stop making the preview when the page is left; a file that has been ordered is still written."""
    if notice.before is not Panel.SHARE or notice.now is Panel.SHARE:
        return done(state)
    return done(state.without_part(Share), StopDocument())


@handles(DocumentShown)
def document_shown(state: AppState, message: DocumentShown) -> Result:
    """Show the preview, unless the panel has been closed."""
    share = state.held(Share)
    if share is None or share.id != message.share_id:
        return done(state)
    if state.panel is not Panel.SHARE:
        return done(state.without_part(Share))
    return done(
        state.with_part(replace(share, preview=message.preview, text=message.text, failure=message.failure))
    )


@handles(DocumentWritten)
def document_written(state: AppState, message: DocumentWritten) -> Result:
    """Report the document's path, or why it could not be written or opened; the panel stays."""
    share = state.held(Share)
    if share is not None and share.id == message.share_id:
        there = str(message.path) if message.is_there or not message.failure else ""
        state = state.with_part(replace(share, is_writing=False, saved=there))
    if message.is_there:
        words = Message("toast.saved_unopened", name=str(message.path), detail=message.failure)
        return done(toast(state, words, Tone.ERROR))
    if message.failure:
        words = Message("toast.cannot_save", name=message.path.name, detail=message.failure)
        return done(toast(state, words, Tone.ERROR))
    return done(toast(state, Message("toast.saved", name=str(message.path))))
