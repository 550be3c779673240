"""The current game: starting it, making its moves and ending it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tone
from xiangqi.app.game import clock
from xiangqi.app.game.asks import DeleteJournal, KeepGame, KeepJournal, WriteJournal
from xiangqi.app.game.handicap import giver_of, handicap_fen, handicap_of
from xiangqi.app.game.help_given import helped
from xiangqi.app.game.notices import GameBegun, GameEnded, GameLeft, MoveMade
from xiangqi.app.game.search_effects import PrepareEngines
from xiangqi.app.game.searching import cancel, end_analysis, think
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.session import positions, transcript, turns
from xiangqi.app.session.cards import CardKind, is_card
from xiangqi.app.session.dispatch import announce, confirmed, handles, hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import DocumentKind, GameInProgress, Unrated
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import ENGINE_PANELS, PanelTurned
from xiangqi.app.session.places import inside_page, is_at_game
from xiangqi.app.session.players import Player, PlayerKind, SessionGame, Setup
from xiangqi.app.session.recorded_clock import clocks_of
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.sounds import move_sound
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.strength import HIGHEST, LOWEST, clamped
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.session.transition import Result, Step, asked, chain, done, toast
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, opponent
from xiangqi.engine.common.levels import RATINGS
from xiangqi.errors import FenError
from xiangqi.fen import START_FEN, oddity, sound_position
from xiangqi.i18n.message import Message
from xiangqi.records.tree import Game
from xiangqi.referee import Outcome, Rules
from xiangqi.storage.saved_engines import SavedEngine, find
from xiangqi.storage.settings import Settings, with_values

_STEP_ELO: Final = 100
"""The rating points by which one step of a rematch strengthens an opponent that plays at a rating."""

_MOST_FINISHED: Final = 8
"""The largest number of finished games that stay open besides the current one."""

_REPEATED: Final = "toast.repeated"


# ---- Beginning ----


def setup_from(settings: Settings) -> Setup:
    """Return the setup of the player's last game, from the usual starting position.

    Settings with another `side` give the setup for a game of that kind, with the clock of the last such game.
    """
    is_watched = settings.side == "none"
    command = settings.watch_engine if is_watched else settings.engine
    if command:
        saved = find(settings.engines, command)
        name = saved.name if saved is not None else ""
        machine = Player(PlayerKind.ENGINE, settings.level, command, name)
    elif is_watched:
        machine = Player(PlayerKind.COMPUTER, settings.level)
    else:
        machine = Player(PlayerKind.COMPUTER, settings.level, rating=settings.opponent_rating or None)
    red_friend, black_friend = friends(settings) if settings.side == "both" else (Player(), Player())
    red_level, black_level = (
        (level if is_watched and level else settings.level)
        for level in (settings.red_level, settings.black_level)
    )
    return Setup(
        red=red_friend if settings.side in ("red", "both") else replace(machine, level=red_level),
        black=black_friend if settings.side in ("black", "both") else replace(machine, level=black_level),
        rules=rules_from(settings),
        time=last_clock(settings, settings.side),
    )


def setup_given(settings: Settings, given: Mapping[str, object]) -> Setup:
    """Return the setup of the last game with the given settings; a level or an engine applies to both sides."""
    values = dict(given)
    if "level" in given:
        values |= {"red_level": 0, "black_level": 0}
    if "engine" in given:
        values["watch_engine"] = given["engine"]
    return setup_from(with_values(settings, values))


def last_clock(settings: Settings, side: str) -> TimeControl:
    """Return the clock of the last game of a kind, which is named as in `Settings.side`."""
    return TimeControl.from_pgn(str(getattr(settings, _clock_name(side))))


def _clock_name(side: str) -> str:
    """Return the name of the setting with the clock of a kind of game."""
    return {"both": "friends_clock", "none": "watch_clock"}.get(side, "time_control")


def rules_from(settings: Settings) -> Rules:
    """Return the rules of the player's last game."""
    return Rules(settings.rule_set, settings.occurrences, settings.natural_limit or None)


@dataclass(frozen=True)
class NewGame(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Start a game, asking for confirmation if it would replace an unfinished one."""

    setup: Setup  # players, start position, rules and clock
    waits: bool = False  # whether the game starts paused if an engine moves first
    by_lot: bool = False  # whether the players' colours are drawn by lot
    moves: tuple[Move, ...] = ()  # moves that are on the board when the game begins, which is then unrated


@handles(NewGame)
def new_game(state: AppState, intent: NewGame) -> Result:
    if state.left_game is not None:
        return asked(state, Message("ask.replace_game"), intent)
    return new_game_now(state, intent)


@hears(PanelTurned)
def panel_turned(state: AppState, notice: PanelTurned) -> Result:
    """Reset a new game to the usual starting position when its panel opens, except from an engine panel."""
    if notice.now is not Panel.NEW_GAME or notice.before in ENGINE_PANELS:
        return done(state)
    return done(replace(state, draft=replace(state.draft, start_fen=START_FEN), draft_moves=()))


@dataclass(frozen=True)
class PlayFriend(Intent, allowed_in_editor=True):
    """Begin a game between two people at this screen, asking for their names the first time."""


@handles(PlayFriend)
def play_friend(state: AppState, _intent: PlayFriend) -> Result:
    """Start a game between the last two players, or open the panel in which they enter their names."""
    red, black = friends(state.settings)
    setup = setup_from(replace(state.settings, side="both"))
    setup = replace(setup, red=red, black=black, black_time=None)
    if setup.are_named:
        return new_game(state, NewGame(setup))
    return done(replace(state, draft=setup, panel=Panel.NEW_GAME))


def friends(settings: Settings) -> tuple[Player, Player]:
    """Return the last two players at this screen, Red first; their names are "" if they were never asked."""
    red, black = settings.friends or ("", "")
    return Player(name=red), Player(name=black)


@dataclass(frozen=True)
class Rematch(Intent, allowed_in_editor=False):
    """Play the game on the board again, with its start, clock and rules, after asking as NewGame does.

    One of the player's own games from the library can be repeated, too, with the terms in its tags.
    """

    swap: bool = False  # whether the players change sides
    step: int = 0  # the number of levels by which the engines play higher, or lower if negative


@handles(Rematch)
def rematch(state: AppState, intent: Rematch) -> Result:
    """Start the game on the board again, or the last played game if none of one's own is on the board."""
    setup = rematch_terms(state)
    if setup is None:
        return done(state)
    red, black = (
        player if player.is_human else _once_more(state, player, intent.step)
        for player in (setup.red, setup.black)
    )
    setup = replace(setup, red=red, black=black)
    return said_to_count(new_game(state, NewGame(_swapped(setup) if intent.swap else setup)))


def rematch_terms(state: AppState) -> Setup | None:
    """Return the terms of the game that a rematch repeats: the game on the board, otherwise the last one.

    The result is None if no game has been begun yet.
    """
    own, last = terms_of(state.document), state.last_played
    if own is not None or last is None:
        return own
    return last.setup if last.begun else None


def terms_of(document: Document) -> Setup | None:
    """Return the terms of a game that was played here; None for exercises and the games of others."""
    if document.play is not None:
        return document.play.setup if document.is_own_game else None
    stored = document.collection is not None and bool(document.collection.stored)
    if not stored or document.player_side is None:
        return None
    return transcript.setup_in(document.tree.headers, document.start_fen)


def unfinished_terms(document: Document, engines: Sequence[SavedEngine]) -> Setup | None:
    """Return the terms for continuing an unfinished game of the library, untimed; None for any other.

    An external engine plays on if it is among the added ones.
    """
    record = document.collection
    stored = record.stored[record.index] if record is not None and record.stored else None
    if document.play is not None or stored is None or stored.of_masters or document.tree.result != "*":
        return None
    tags = document.tree.headers
    setup = transcript.with_saved_engines(transcript.setup_in(tags, document.start_fen), tags, engines)
    return replace(setup, time=UNTIMED, black_time=None)


def _swapped(setup: Setup) -> Setup:
    """Return a setup with the colours exchanged; handicap and clocks follow the players."""
    given, giver = handicap_of(setup.start_fen), giver_of(setup.start_fen)
    fen = setup.start_fen if given is None else handicap_fen(given, opponent(giver))
    setup = replace(setup, red=setup.black, black=setup.red, start_fen=fen)
    return (
        setup if setup.black_time is None else replace(setup, time=setup.time_of(BLACK), black_time=setup.time)
    )


def _once_more(state: AppState, machine: Player, step: int) -> Player:
    """Return the engine for a rematch: some levels higher or lower, or adapted to the player again."""
    if machine.rating is not None and step == 0 and state.practice is not None:
        return replace(machine, rating=state.practice.opponent)
    return stepped(machine, step)


def stepped(machine: Player, step: int) -> Player:
    """Return an engine some levels higher or lower, by level or by rating, within the possible range."""
    if machine.rating is None:
        return replace(machine, level=clamped(machine.level + step))
    rating = machine.rating + step * _STEP_ELO
    return replace(machine, rating=min(max(rating, RATINGS[LOWEST]), RATINGS[HIGHEST - 1]))


def said_to_count(begun: Result) -> Result:
    """Tell the player that a game begun without choosing its terms is rated, until they have a rating."""
    state, effects = begun
    is_first = state.practice is None or state.practice.estimate is None
    if state.question is not None or not is_first or not turns.is_rated(state.play):
        return begun
    return done(toast(state, Message("toast.rated_game"), Tone.QUIET), *effects)


@confirmed(NewGame)
def new_game_now(state: AppState, intent: NewGame) -> Result:
    """Start a game, saving its choices for the next one; an impossible position is only reported.

    The choices are not saved if the computer imitates a player, or the game begins from a position of its own.
    """
    setup = _drawn(state, intent.setup) if intent.by_lot else intent.setup
    try:
        position = sound_position(setup.start_fen)
    except FenError as error:
        return done(toast(state, Message("toast.bad_position", detail=str(error)), Tone.ERROR))
    if not setup.is_sparring and is_usual(setup, intent.moves):
        state = replace(state, settings=_remembered(state.settings, setup), draft=setup)
    game = fresh_game(state, setup, intent.moves)
    if intent.moves and game.play is not None:
        game = game.with_play(replace(game.play, unrated=(Unrated.GIVEN,)))
    elif game.play is not None and turns.is_rated(game.play) and not state.settings.rated:
        game = game.with_play(replace(game.play, unrated=(Unrated.CHOSEN,)))
    if intent.waits and game.play is not None and turns.is_engine_turn(game.play):
        game = game.with_play(replace(game.play, paused=True))
    state, effects = begin(state, game)
    if reason := oddity(position):
        state = toast(state, Message("toast.composed_position", detail=reason), Tone.QUIET)
    return state, (*effects, SaveSettings(state.settings))


def is_usual(setup: Setup, moves: tuple[Move, ...]) -> bool:
    """Return whether a game starts from the usual position, perhaps with a handicap, without moves."""
    return handicap_of(setup.start_fen) is not None and not moves


def _drawn(state: AppState, setup: Setup) -> Setup:
    """Return a setup with the colours drawn by lot, using the microsecond at which the game was asked for."""
    return _swapped(setup) if int(state.now * 1_000_000) % 2 else setup


def _remembered(settings: Settings, setup: Setup) -> Settings:
    """Return the settings with a game's choices, which are the defaults of the next game.

    An engine given on the command line is not saved unless it is in the list of engines.
    """
    sides = {(True, True): "both", (True, False): "red", (False, True): "black", (False, False): "none"}
    side = sides[setup.red.is_human, setup.black.is_human]
    values: dict[str, object] = {
        "side": side,
        "rule_set": setup.rules.name,
        "occurrences": setup.rules.occurrences,
        "natural_limit": setup.rules.natural_limit_rounds or 0,
        _clock_name(side): setup.time.pgn,
    }
    if setup.are_named:
        values["friends"] = [setup.red.name, setup.black.name]
    machine = next((player for player in (setup.black, setup.red) if not player.is_human), None)
    if machine is not None:
        if setup.is_watched:
            values |= {"red_level": setup.red.level, "black_level": setup.black.level}
        else:
            values |= {"level": machine.level, "opponent_rating": machine.rating or 0, "asks_level": False}
        if not machine.command or find(settings.engines, machine.command) is not None:
            values["watch_engine" if setup.is_watched else "engine"] = machine.command
    return with_values(settings, values)


def fresh_game(state: AppState, setup: Setup, moves: tuple[Move, ...] = ()) -> Document:
    """Return a new game after some moves, with its clock at the start."""
    game = Game(headers={"Date": state.today}, start_fen=setup.start_fen)
    tip = game.root
    for move in moves:
        tip = tip.add(move)
    play = GameInProgress(tip, setup)
    return Document.of(state.next_id, game, replace(play, clock=clock.fresh_clock(play))).at(tip)


def no_game(state: AppState) -> Document:
    """Return the placeholder for a game until one is begun, with the last game's setup."""
    game = fresh_game(state, setup_from(state.settings))
    assert game.play is not None  # by its making
    return game.with_play(replace(game.play, begun=False))


def begin(state: AppState, game: Document, *, resumed: bool = False) -> Result:
    """Put a game on the board, replacing the present document; an unfinished game goes to the library.

    The latest _MOST_FINISHED finished games, analyses and documents with unsaved changes stay open. The engine
    that analyses is stopped, since it would help the players, unless engines play each other. The old game's
    journal is deleted, unless a game of an earlier run is still offered.

    Args:
        state: the state before.
        game: a document with the next id, whose mode is a GameInProgress.
        resumed: whether it is an unfinished game that was left before.
    """
    left, setup = state.left_game, game.play.setup if game.play is not None else Setup()
    state, effects = chain(
        state, cancel, partial(announce, heard=GameLeft()), *(() if setup.is_watched else (end_analysis,))
    )
    if left is not None:
        effects = (*effects, *_to_library(left))
    unsaved = tuple(
        document for document in state.documents if document.mode.needs_no_saving or state.must_keep(document)
    )
    finished = tuple(document for document in state.documents if _is_over(document) and document not in unsaved)
    state = replace(state, documents=(*unsaved, *finished[-_MOST_FINISHED:], game), next_id=state.next_id + 1)
    state = replace(
        state, selection=Selection(), replay=None, preview=None, panel=None, question=None, notes=False
    )
    # help with the game before must not be taken for help with this one
    state = replace(state, coaching=replace(state.coaching, hint=None, interruption=None, insight=None))
    state, more = announce(replace(state, attacks=False), GameBegun(resumed))
    effects = (*effects, *more)
    state, _ = turn_board(replace(state, flipped=setup.human_side == BLACK))
    if state.resume is None:
        effects = (*effects, DeleteJournal())
    machines = [player.command for player in (setup.red, setup.black) if not player.is_human]
    state, more = chain(state, settle, think, clock.run)
    return state, (*effects, PrepareEngines(tuple(machines)), *more)


def _is_over(document: Document) -> bool:
    """Return whether a document is a finished game but no puzzle; it then stays open when another begins."""
    play = document.play
    over = play is not None and play.end is not None and play.tip.parent is not None
    return over and play is not None and play.kind is not DocumentKind.EXERCISE


def _to_library(game: Document) -> tuple[KeepGame, ...]:
    if game.mode.kind is DocumentKind.EXERCISE:
        return ()
    before = 0 if game.play is None else game.play.continues
    return (KeepGame(game.id, transcript.written(game), clocks_of(game.play), before),)


# ---- Moves ----


def make_move(state: AppState, move: Move) -> Result:
    """Play a legal move in the game, for the side to move; it begins a game that was only a placeholder.

    The board then shows it, unless the player is taking notes at an earlier position.
    """
    before, waiting = state.current_game, state.selection.premove
    game = before.played(move, state.next_id)
    if game.play is not None:
        stops = game.play.stepping
        play = replace(game.play, begun=True, moved_at=state.now, paused=stops, stepping=False)
        game = game.with_play(play)
    if state.notes and not before.at_tip:
        game = game.at(before.node)
    if state.document.id == game.id:
        state = replace(state, selection=Selection(typed=state.selection.typed))
    return chain(
        replace(state, next_id=state.next_id + 1).put(game),
        cancel,
        clock.press,
        sound_of_move,
        turn_board,
        settle,
        partial(announce, heard=MoveMade()),
        _note_repetition,
        journal,
        think,
        clock.run,
        partial(_answered_by, waiting),
    )


def _answered_by(premove: Move | None, state: AppState) -> Result:
    """Play the move that the player entered while the opponent thought, if it is legal now."""
    if premove is None or state.document.id != state.current_game.id or not turns.is_human_turn(state.play):
        return done(state)
    if positions.legal_prefix(state.play.line, (premove,)):
        return make_move(state, premove)
    return done(toast(state, Message("toast.premove_impossible"), Tone.QUIET))


def sound_of_move(state: AppState) -> Result:
    """Play the sound of the game's last move."""
    return done(state, PlaySound(move_sound(state.play.line)))


def turn_board(state: AppState) -> Result:
    """Turn the board to the side to move, if two people play and have chosen that."""
    if not (state.settings.turn_board and state.play.setup.is_hot_seat):
        return done(state)
    return done(replace(state, flipped=turns.side_to_move(state.play) == BLACK))


def settle(state: AppState) -> Result:
    """End the game if it is over according to the referee."""
    play = state.play
    outcome = positions.outcome(play.line, play.setup.rules)
    return done(state) if outcome is None or play.end is not None else finish(state, outcome)


def finish(state: AppState, outcome: Outcome) -> Result:
    """End the current game with an outcome, show its end, and add it to the library unless it is a puzzle."""
    play = replace(state.play, end=outcome, paused=False)
    state = _counted(_without_warning(state), play, outcome)
    game = state.current_game.with_play(play).at(play.tip)
    state = state.put(game)
    if state.document.id == game.id:
        state = _uncovered(replace(state, selection=Selection()))
    state, effects = chain(state, cancel, clock.run, partial(announce, heard=GameEnded()))
    return state, (*effects, *_to_library(state.current_game), PlaySound(_sound_of_end(play.setup, outcome)))


def _uncovered(state: AppState) -> AppState:
    """Return the state without anything that would cover the card about the end of the game on the board."""
    analysis = state.analysis
    if analysis is not None and not analysis.quiet:
        state = replace(state, analysis=replace(analysis, quiet=True))
    return replace(state, coaching=replace(state.coaching, insight=None), preview=None, notes=False)


@is_card(CardKind.RESULT)
def tells_end(state: AppState) -> bool:
    """Return whether the end of a game that was played here is on the board."""
    play = state.document.play
    own = state.document.is_own_game and play is not None and play.end is not None
    return own and state.document.at_tip and state.preview is None and state.replay is None


def _hides_end(state: AppState) -> bool:
    """Return whether the last game played here is on the board and has ended, but its end is not shown."""
    own = state.own_game
    if not is_at_game(state) or own is None or own.play is None or own.play.end is None:
        return False
    covered = state.shown_analysis is not None or state.coaching.insight is not None or state.notes
    return covered or not tells_end(state)


@inside_page("back.result", when=_hides_end)
def show_end(state: AppState) -> Result:
    """Show the end of the ended game on the board, with its card; a review goes on behind it."""
    tip = state.document.at(state.document.play.tip) if state.document.play is not None else state.document
    return done(_uncovered(replace(state.put(tip), replay=None, selection=Selection())))


def _counted(state: AppState, play: GameInProgress, outcome: Outcome) -> AppState:
    """Return the state with a game between named people added to the session's results, each game once."""
    if not play.setup.are_named:
        return state
    others = tuple(game for game in state.session_results if game.document_id != state.current_game.id)
    winner = play.setup.player(outcome.winner).name if outcome.winner is not None else ""
    ended = SessionGame(state.current_game.id, play.setup.red.name, play.setup.black.name, winner)
    return replace(state, session_results=(*others, ended))


def _sound_of_end(setup: Setup, outcome: Outcome) -> Sound:
    if outcome.winner is None:
        return Sound.DRAW
    return Sound.LOSS if setup.human_side == opponent(outcome.winner) else Sound.WIN


def _without_warning(state: AppState) -> AppState:
    """Return the state without toasts about repetitions, which are no longer true once the game has ended."""
    toasts = tuple(shown for shown in state.toasts if shown.message.key != _REPEATED)
    return replace(state, toasts=toasts)


def _note_repetition(state: AppState) -> Result:
    """Report unobtrusively that the position on the board has occurred before."""
    play = state.play
    count = positions.occurrences(play.line)
    if play.end is not None or count < 2:
        return done(state)
    return done(toast(state, Message(_REPEATED, count=count, limit=play.setup.rules.occurrences), Tone.QUIET))


def journal(state: AppState) -> Result:
    """Write the game to the journal, unless it is a puzzle or an exercise.

    A game of an earlier run that is still offered is put aside once a person has moved in this game; an
    engine's opening move is not enough.
    """
    play = state.play
    if not play.is_journalled:
        return done(state)
    write = WriteJournal(state.current_game.id, transcript.journalled(clock.kept(state), state.flipped))
    if state.resume is None:
        return done(state, write)
    if len(state.play.moves) < 2 and not turns.has_human_moved(state.play):
        return done(state)
    state, effects = put_aside(state)
    return state, (*effects, write)


def go_on_after(state: AppState, step: Step) -> Result:
    """Continue the game on the board after a step that leaves it unfinished; pause other games if possible.

    A game that has ended stays as it was, here and in the library: a new one goes on in its place.
    """

    def pause_others(state: AppState) -> Result:
        for other in state.documents[:-1]:
            if other.play is not None and turns.can_pause(other.play):
                state = state.put(other.with_play(replace(other.play.standing(state.now), paused=True)))
        return done(state)

    state = replace(state, selection=Selection(), replay=None)
    return chain(state, cancel, pause_others, _beside_ended, step, turn_board, settle, journal, think)


def would_leave(state: AppState) -> bool:
    """Return whether playing on from the board would begin a game other than the open unfinished one."""
    play = state.document.play
    return (play is None or _stays_ended(play)) and state.left_game is not None


def _stays_ended(play: GameInProgress) -> bool:
    return play.end is not None and not play.is_exercise


def _beside_ended(state: AppState) -> Result:
    """If the game on the board has ended, begin a copy of it as a new game at the shown position."""
    document, play, flipped = state.document, state.document.play, state.flipped
    if play is None or not _stays_ended(play):
        return done(state)
    copy = replace(document, id=state.next_id, target=None, mode=replace(play, continues=0))
    state, effects = begin(state, copy)
    return replace(state, flipped=flipped), effects


def truncate_game(state: AppState, plies: int) -> AppState:
    """Return the state with the game on the board shortened to a number of plies, and therefore unrated.

    Later moves can be redone.
    """
    game = state.document.taken_back(plies, state.next_id)
    if game.play is not None and game.play.clock is not None and state.document.play is not None:
        back = len(state.document.play.moves) - plies
        game = game.with_play(replace(game.play, clock=game.play.clock.taken_back(back, state.now)))
    session_results = tuple(ended for ended in state.session_results if ended.document_id != game.id)
    state = replace(state, session_results=session_results, next_id=state.next_id + 1).put(game)
    return helped(state, Unrated.TAKE_BACK)


def put_aside(state: AppState) -> Result:
    """Put aside the offered game: rename its journal, and give it to the library if it is unfinished."""
    if state.resume is None:
        return done(state)
    left = replace(state.resume.document, id=state.next_id)
    kept = _to_library(left) if state.resume.play.is_unfinished else ()
    return replace(state, resume=None, next_id=state.next_id + 1), (*kept, KeepJournal())
