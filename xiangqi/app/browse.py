"""Going through moves, of the running game and of opened records, and playing on from any of them."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app import preview, view
from xiangqi.app.archive import rules_in
from xiangqi.app.clock import UNTIMED
from xiangqi.app.effects import AbandonLoad, PlaySound, SaveSettings
from xiangqi.app.engines import cancel, think
from xiangqi.app.events import GamesRead, LoadFailed
from xiangqi.app.hand_state import Hand
from xiangqi.app.intents import (
    ChooseVariation,
    ContinueFromHere,
    GoBack,
    GoFirst,
    GoForward,
    GoLast,
    GoTo,
    NextVariation,
)
from xiangqi.app.play import begin, cut, is_unfinished, journal, move_sound, rules_from, settle, turn_board
from xiangqi.app.record_intents import ChooseGame, CloseRecord, StopLoading
from xiangqi.app.result import Result, chain, only, toast
from xiangqi.app.say import Notice, Say
from xiangqi.app.state import AppState, OpenRecord, Panel, Player, PlayerKind, Question, Setup, Tone
from xiangqi.core.constants import RED
from xiangqi.errors import FenError
from xiangqi.fen import sound_position
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import GameNode
from xiangqi.storage.settings import MOST_RECENT_FILES, with_values

# ---- Steps ----


def go_to(state: AppState, message: GoTo) -> Result:
    """Show another position of the line on the board; a step forward is heard like the move."""
    state = preview.closed(state)
    shown = view.line(state)
    first = 0
    if state.replay is not None:
        first = state.replay.first
        state = replace(state, replay=replace(state.replay, playing=False))
    ply = min(max(message.ply, first), len(shown.moves))
    if ply == shown.ply:
        return only(state)
    if state.record is not None:
        state = replace(state, record=replace(state.record, ply=ply))
    else:
        state = replace(state, game=replace(state.game, ply=ply))
    state = replace(state, hand=Hand(typed=state.hand.typed))
    if ply != shown.ply + 1:
        return only(state)
    return only(state, PlaySound(move_sound(shown.start_fen, shown.moves[:ply])))


def go_first(state: AppState, _message: GoFirst) -> Result:
    """Show the start."""
    if state.preview is not None:
        return preview.step(state, state.preview, -state.preview.shown)
    return go_to(state, GoTo(0))


def go_last(state: AppState, _message: GoLast) -> Result:
    """Show the end of the line."""
    if state.preview is not None:
        return preview.step(state, state.preview, len(state.preview.moves) - state.preview.shown)
    return go_to(state, GoTo(len(view.line(state).moves)))


def go_back(state: AppState, _message: GoBack) -> Result:
    """One position back."""
    if state.preview is not None:
        return preview.step(state, state.preview, -1)
    return go_to(state, GoTo(view.line(state).ply - 1))


def go_forward(state: AppState, _message: GoForward) -> Result:
    """One position on."""
    if state.preview is not None:
        return preview.step(state, state.preview, 1)
    return go_to(state, GoTo(view.line(state).ply + 1))


def next_variation(state: AppState, message: NextVariation) -> Result:
    """Show another of the moves that the record knows in place of the last one on the board."""
    if state.record is None:
        return only(state)
    siblings = state.record.tree.siblings(state.record.node)
    place = siblings.index(state.record.node) + message.step
    return only(show_node(state, state.record, siblings[place % len(siblings)]))


def choose_variation(state: AppState, message: ChooseVariation) -> Result:
    """Show one of the moves that the record knows at a ply of the shown line."""
    record = state.record
    if record is None or not 0 < message.ply < len(record.nodes):
        return only(state)
    siblings = record.tree.siblings(record.nodes[message.ply])
    if not 0 <= message.place < len(siblings):
        return only(state)
    return only(show_node(state, record, siblings[message.place]))


def show_node(state: AppState, record: OpenRecord, node: GameNode) -> AppState:
    """The state with a node of the record on the board.

    The line that was shown is kept as far as it goes through the node and is still in the tree.
    """
    ply = node.ply()
    nodes = [record.game.root, *node.path()]
    if record.nodes[ply : ply + 1] == (node,):
        for following in record.nodes[ply + 1 :]:
            if following not in record.tree.children(nodes[-1]):
                break
            nodes.append(following)
    nodes += record.tree.line(nodes[-1])
    moves = tuple(step.move for step in nodes if step.move is not None)
    record = replace(record, nodes=tuple(nodes), moves=moves, ply=ply)
    return replace(state, record=record, hand=Hand(typed=state.hand.typed))


# ---- Records ----


def games_read(state: AppState, message: GamesRead) -> Result:
    """Take in games of a file; the first one opens it, a second one opens the list."""
    if state.loading is None or state.loading.id != message.load_id:
        return only(state)
    record = state.record if state.record is not None and state.record.load_id == message.load_id else None
    games = (*(record.games if record else ()), *message.games)
    loading = None if message.complete else replace(state.loading, count=len(games), share=message.share)
    state = replace(state, loading=loading)
    if not games:
        return only(
            toast(state, Say.NO_GAMES_IN_FILE, Tone.ERROR, name=message.name) if message.complete else state
        )
    if record is not None:
        panel = Panel.GAME_LIST if len(record.games) == 1 < len(games) else state.panel
        state = replace(state, record=replace(record, games=games, complete=message.complete), panel=panel)
    else:
        state = _open(state, message, games)
        if message.path is not None:
            return _remember(state, str(message.path), str(message.path.parent))
    return only(state)


def _open(state: AppState, message: GamesRead, games: tuple[PackedGame, ...]) -> AppState:
    record = OpenRecord.of(message.load_id, message.name, message.path, games, message.complete, message.first)
    panel = Panel.GAME_LIST if len(games) > 1 else None
    return show_game(replace(state, panel=panel), record)


def show_game(state: AppState, record: OpenRecord) -> AppState:
    """The state with the record's game on the board, and its first fault told."""
    state = show_node(replace(state, replay=None, editor=None), record, record.game.root)
    if record.game.errors:
        fault = record.game.errors[0]
        state = toast(state, Say.RECORD_FAULT, Tone.ERROR, ply=fault.ply, token=fault.token, detail=fault)
    return state


def _remember(state: AppState, path: str, folder: str) -> Result:
    others = tuple(name for name in state.settings.recent_files if name != path)
    recent = (path, *others)[:MOST_RECENT_FILES]
    settings = with_values(state.settings, {"recent_files": recent, "last_folder": folder})
    return only(replace(state, settings=settings), SaveSettings(settings))


def load_failed(state: AppState, message: LoadFailed) -> Result:
    """Say why a file cannot be read; what came out of it before stays open."""
    if state.loading is None or state.loading.id != message.load_id:
        return only(state)
    state = replace(state, loading=None)
    if state.record is not None and state.record.load_id == message.load_id:
        state = replace(state, record=replace(state.record, complete=True))
    if not message.name:
        return only(toast(state, Say.PASTE_UNREADABLE, Tone.ERROR, detail=message.detail))
    return only(toast(state, Say.CANNOT_OPEN, Tone.ERROR, name=message.name, detail=message.detail))


def stop_loading(state: AppState, _message: StopLoading) -> Result:
    """Read no further; the games that have been read stay."""
    if state.loading is None:
        return only(state)
    record = state.record
    if record is not None and record.load_id == state.loading.id:
        record = replace(record, complete=True)
    return only(replace(state, loading=None, record=record), AbandonLoad())


def choose_game(state: AppState, message: ChooseGame) -> Result:
    """Show another game of the open file."""
    record = state.record
    if record is None or not 0 <= message.index < len(record.games):
        return only(state)
    return only(show_game(state, record.choose(message.index)))


def close_record(state: AppState, _message: CloseRecord) -> Result:
    """Back to the running game."""
    panel = None if state.panel is Panel.GAME_LIST else state.panel
    return only(replace(state, record=None, panel=panel, hand=Hand(typed=state.hand.typed)))


# ---- Playing on ----


def continue_from_here(state: AppState, message: ContinueFromHere) -> Result:
    """Play on from the shown position; leaving an unfinished game for a record is asked first."""
    if state.record is None:
        return _continue_game(state, message)
    if is_unfinished(state.game):
        return only(replace(state, question=Question(Notice.of(Say.ASK_REPLACE_GAME), message)))
    return continue_from_here_now(state, message)


def _continue_game(state: AppState, message: ContinueFromHere) -> Result:
    """Back to the shown position of the running game; what followed can be redone.

    A timed game goes on as it is; when it is over it is played on without a clock.
    """
    if state.game.clock is not None and state.game.end is None:
        return only(toast(state, Say.TIMED_GAME, Tone.QUIET))

    def step(state: AppState) -> Result:
        setup = state.game.setup
        setup = replace(setup, red=message.red or setup.red, black=message.black or setup.black, time=UNTIMED)
        state = cut(state, state.game.ply)
        return only(replace(state, game=replace(state.game, setup=setup, clock=None)))

    return chain(state, cancel, step, turn_board, settle, journal, think)


def continue_from_here_now(state: AppState, message: ContinueFromHere) -> Result:
    """Begin a game in the shown position of the open record, with its moves so far as history.

    A record that names rules, as those of this program do, is played on by them.
    """
    if state.record is None:
        return _continue_game(state, message)
    shown = view.line(state)
    turn = view.snapshot(state).turn
    try:
        sound_position(shown.start_fen)
    except FenError as error:
        return only(toast(state, Say.BAD_POSITION, Tone.ERROR, detail=error))
    computer = Player(PlayerKind.COMPUTER, state.settings.level)
    human = Player()
    red, black = (human, computer) if turn == RED else (computer, human)
    if state.settings.side == "both":
        red = black = human
    rules = rules_in(state.record.tree.headers, rules_from(state.settings))
    setup = Setup(start_fen=shown.start_fen, rules=rules)
    setup = replace(setup, red=message.red or red, black=message.black or black)
    return begin(state, setup, shown.played)
