"""Steps through the moves and variations of the document on the board, and continues play from any of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.effect import PlaySound
from xiangqi.app.event import Tone
from xiangqi.app.game.at_once import choose_terms, terms_at
from xiangqi.app.game.help_given import helped
from xiangqi.app.game.play import (
    begin,
    fresh_game,
    go_on_after,
    rules_from,
    truncate_game,
    unfinished_terms,
    would_leave,
)
from xiangqi.app.intent import Help, Intent, Leaves
from xiangqi.app.records import preview
from xiangqi.app.session import positions, view
from xiangqi.app.session.dispatch import confirmed, handles
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.sounds import move_sound
from xiangqi.app.session.state import AppState
from xiangqi.app.session.time_control import UNTIMED
from xiangqi.app.session.transition import Result, asked, done, toast
from xiangqi.core.constants import RED
from xiangqi.errors import FenError
from xiangqi.fen import sound_position
from xiangqi.i18n.message import Message
from xiangqi.records.rules import rules_in
from xiangqi.records.tree import GameNode

# ---- Steps ----


@dataclass(frozen=True)
class GoTo(Intent, allowed_in_editor=False):
    """Show the position at a ply of the shown line; 0 is the start, and a ply beyond the end shows the end."""

    ply: int


@handles(GoTo)
def go_to(state: AppState, intent: GoTo) -> Result:
    """Show another position of the line on the board; a single step forward plays the move's sound."""
    state = preview.closed(state)
    shown = view.line(state)
    first = 0
    if state.replay is not None:
        first = state.replay.first
        state = replace(state, replay=replace(state.replay, playing=False))
    ply = min(max(intent.ply, first), len(shown.moves))
    if ply == shown.ply:
        return done(state)
    state = replace(state.put(state.document.to_ply(ply)), selection=Selection(typed=state.selection.typed))
    if ply != shown.ply + 1:
        return done(state)
    return done(state, PlaySound(move_sound(shown.whole.upto(ply))))


@dataclass(frozen=True)
class GoFirst(Intent, allowed_in_editor=False, on_board=True):
    """Show the first position."""


@handles(GoFirst)
def go_first(state: AppState, _intent: GoFirst) -> Result:
    """Show the first position of the line or preview."""
    if state.preview is not None:
        return preview.step(state, state.preview, -state.preview.shown)
    return go_to(state, GoTo(0))


@dataclass(frozen=True)
class GoLast(Intent, allowed_in_editor=False, on_board=True):
    """Show the last position."""


@handles(GoLast)
def go_last(state: AppState, _intent: GoLast) -> Result:
    """Show the end of the line or, from a variation of a running game, the end of the game."""
    if state.preview is not None:
        return preview.step(state, state.preview, len(state.preview.moves) - state.preview.shown)
    play = state.document.play
    if play is not None and play.tip not in state.document.cursor.nodes:
        return done(show_node(state, play.tip))
    return go_to(state, GoTo(len(view.line(state).moves)))


@dataclass(frozen=True)
class GoBack(Intent, allowed_in_editor=False, on_board=True):
    """Show the previous position."""


@handles(GoBack)
def go_back(state: AppState, _intent: GoBack) -> Result:
    """Go back in the preview if one is open, otherwise in the line."""
    if state.preview is not None:
        return preview.step(state, state.preview, -1)
    return go_to(state, GoTo(view.line(state).ply - 1))


@dataclass(frozen=True)
class GoForward(Intent, allowed_in_editor=False, on_board=True):
    """Show the next position."""


@handles(GoForward)
def go_forward(state: AppState, _intent: GoForward) -> Result:
    """Go forward in the preview if one is open, otherwise in the line."""
    if state.preview is not None:
        return preview.step(state, state.preview, 1)
    return go_to(state, GoTo(view.line(state).ply + 1))


@dataclass(frozen=True)
class NextVariation(Intent, allowed_in_editor=False, on_board=True):
    """Switch to the next (+1) or previous (-1) alternative of the shown move."""

    step: int = 1


@handles(NextVariation)
def next_variation(state: AppState, intent: NextVariation) -> Result:
    """Replace the last move on the board with the next or previous of its alternatives in the document."""
    node = state.document.node
    siblings = state.document.tree.siblings(node)
    return done(show_node(state, siblings[(siblings.index(node) + intent.step) % len(siblings)]))


@dataclass(frozen=True)
class ChooseVariation(Intent, allowed_in_editor=False):
    """Show one of the alternative moves at a ply of the shown line."""

    ply: int  # the move's ply, from 1
    place: int  # the wanted alternative's index, from 0


@handles(ChooseVariation)
def choose_variation(state: AppState, intent: ChooseVariation) -> Result:
    nodes = state.document.cursor.nodes
    if not 0 < intent.ply < len(nodes):
        return done(state)
    siblings = state.document.tree.siblings(nodes[intent.ply])
    if not 0 <= intent.place < len(siblings):
        return done(state)
    return done(show_node(state, siblings[intent.place]))


def show_node(state: AppState, node: GameNode) -> AppState:
    """Return the state with a node of the document's tree on the board."""
    return show(state, state.document.at(node))


def show(state: AppState, document: Document) -> AppState:
    """Return the state with a document on the board in its current form, and nothing selected."""
    return replace(
        preview.closed(state).put(document), replay=None, selection=Selection(typed=state.selection.typed)
    )


# ---- Playing on ----


@dataclass(frozen=True)
class ContinueFromHere(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=False, helps=Help.TAKE_BACK):
    """Continue play from the shown position of the running game or of a record."""

    # red, black: the players; None for the default: in the running game they stay the same; from a record, the
    # person plays the side to move against the computer at the level of the settings
    red: Player | None = None
    black: Player | None = None


@handles(ContinueFromHere)
def continue_from_here(state: AppState, intent: ContinueFromHere) -> Result:
    """Continue play from the shown position, asking for confirmation if it would replace an unfinished game.

    A position in which the rules have ended the game is refused.
    """
    if would_leave(state):
        return asked(state, Message("ask.replace_game"), intent)
    return continue_from_here_now(state, intent)


@confirmed(ContinueFromHere)
def continue_from_here_now(state: AppState, intent: ContinueFromHere) -> Result:
    """Go back to the shown position of the game, unless that is timed, or start a game from a record."""
    if state.document.play is not None:
        return _continue_game(state, intent)
    return _begin_here(state, intent)


def _continue_game(state: AppState, intent: ContinueFromHere) -> Result:
    """Go back in the game; later moves can be redone, and a variation that leads here becomes the game.

    A game that has ended stays as it was, and a new one, without a clock, goes on beside it. This is refused
    while a timed game is running.
    """
    play = state.document.play
    if play is None or play.is_contest:
        return done(toast(state, Message("toast.timed_game"), Tone.QUIET))
    if _is_over(state):
        return _over(state)
    setup = replace(play.setup, time=UNTIMED)
    setup = replace(setup, red=intent.red or setup.red, black=intent.black or setup.black)

    def step(state: AppState) -> Result:
        document = state.document
        terms = replace(state.play, setup=setup, clock=None, paused=False)
        state = state.put(document.with_play(terms))
        if document.node in terms.nodes:
            return done(truncate_game(state, document.cursor.ply))
        game = state.document.turned_to(document.node, state.next_id)
        state = replace(state, next_id=state.next_id + 1).put(game)
        return done(helped(state, Unrated.TAKE_BACK))

    return go_on_after(state, step)


@dataclass(frozen=True)
class PlayFromHere(Intent, allowed_in_editor=False):
    """Choose the terms of a game from the shown position of a record."""


@handles(PlayFromHere)
def play_from_here(state: AppState, _intent: PlayFromHere) -> Result:
    """Open the choices of a new game, filled in with the person on the side to move and the record's rules.

    An unfinished game of the player's keeps its own players.
    """
    line = view.line(state).here
    try:
        sound_position(line.start_fen)
    except FenError as error:
        return _unplayable(state, error)
    setup = unfinished_terms(state.document, state.settings.engines) or terms_at(
        state.settings, line.start_fen, line.turn
    )
    rules = rules_in(state.document.tree.headers, setup.rules)
    return choose_terms(state, replace(setup, rules=rules), line.moves)


def playing_on(state: AppState) -> Intent:
    """Return the intent to play on from the shown position; in a record, the terms are chosen first."""
    return PlayFromHere() if state.document.play is None else ContinueFromHere()


def _unplayable(state: AppState, error: FenError) -> Result:
    return done(toast(state, Message("toast.bad_position", detail=str(error)), Tone.ERROR))


def _is_over(state: AppState) -> bool:
    """Return whether the rules have ended the game in the shown position, which must be a possible one."""
    return positions.outcome(view.line(state).here, view.rules(state)) is not None


def _over(state: AppState) -> Result:
    return done(toast(state, Message("refusal.game_over"), Tone.QUIET))


def _begin_here(state: AppState, intent: ContinueFromHere) -> Result:
    """Start a game from the shown position, with the moves so far as its history.

    If the record names rules, like those written by this program, the game uses them.
    """
    line = view.line(state).here
    try:
        sound_position(line.start_fen)
    except FenError as error:
        return _unplayable(state, error)
    if _is_over(state):
        return _over(state)
    computer = Player(PlayerKind.COMPUTER, state.settings.level)
    human = Player()
    red, black = (computer, human) if line.turn != RED else (human, computer)
    if state.settings.side == "both":
        red = black = human
    rules = rules_in(state.document.tree.headers, rules_from(state.settings))
    setup = Setup(start_fen=line.start_fen, rules=rules)
    setup = replace(setup, red=intent.red or red, black=intent.black or black)
    game = fresh_game(state, setup, line.moves)
    if line.moves and game.play is not None:
        game = game.with_play(replace(game.play, unrated=(Unrated.GIVEN,)))
    return begin(state, game)
