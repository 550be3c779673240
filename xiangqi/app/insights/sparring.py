"""Sparring with an absent player: the computer opens as they do and plays at their strength."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.game.play import NewGame, new_game, setup_from
from xiangqi.app.insights.asks import PrepareSparring, SparringReady
from xiangqi.app.insights.pages import masters_meant
from xiangqi.app.insights.state import InsightsState
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_reading import ListStored
from xiangqi.app.session.dispatch import handle, handles
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.state import AppState
from xiangqi.app.session.time_control import UNTIMED
from xiangqi.app.session.transition import Result, done, toast, without
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.library import Query
from xiangqi.line import Moves
from xiangqi.openings import codes_in_family


@dataclass(frozen=True)
class SparAgainst(Intent, allowed_in_editor=True):
    """Begin a game in which the computer opens like a player from the library."""

    name: str  # the player
    side: int  # RED or BLACK, the computer's
    moves: Moves = ()  # the moves from the starting position after which the game begins


@handles(SparAgainst)
def spar_against(state: AppState, intent: SparAgainst) -> Result:
    """Read the player's first moves; the game begins once they are ready."""
    masters = masters_meant(state) if state.part(InsightsState).of_masters else None
    state = toast(state, Message("toast.sparring_prepared", person=intent.name), Tone.QUIET)
    return done(state, PrepareSparring(intent.name, intent.side, intent.moves, masters))


@handles(SparringReady)
def sparring_ready(state: AppState, event: SparringReady) -> Result:
    """Begin the game, without a clock, at the player's strength, or at the usual level if that is unknown."""
    usual = setup_from(replace(state.settings, engine=(), side="red"))
    rating = event.rating or usual.black.rating
    other = Player(PlayerKind.COMPUTER, state.settings.level, rating=rating, book=str(event.book))
    red, black = (other, Player()) if event.side == RED else (Player(), other)
    setup = replace(usual, red=red, black=black, time=UNTIMED, black_time=None)
    told = Message("toast.sparring", person=event.name)
    state = toast(without(state, "toast.sparring_prepared"), told)
    return new_game(state, NewGame(setup, moves=event.moves))


@dataclass(frozen=True)
class FindTheirGames(Intent, allowed_in_editor=True):
    """List the games of a player, or some of them."""

    name: str
    side: int | None = None  # RED or BLACK, the player's; None for either
    fen: str = ""  # only games with this position, "" for any
    family: str = ""  # only those with openings of this family, by its first code; "" for any
    opponent: str = ""  # only those against this player, "" for any
    year: int = 0  # only those of this year, 0 for any


@handles(FindTheirGames)
def find_their_games(state: AppState, intent: FindTheirGames) -> Result:
    """Search the library for them, or the masters' games if the player's page is about these."""
    placement, turn = (intent.fen or START_FEN).split()[:2]
    day = 10_000 * intent.year
    query = Query(
        player=intent.name,
        side=intent.side,
        opponent=intent.opponent,
        whole_names=True,
        opening=codes_in_family(intent.family) if intent.family else "",
        first_date=day,
        last_date=day and day + 1231,
        position=f"{placement} {turn} - - 0 1" if intent.fen else "",
        mirror=bool(intent.fen),
    )
    return handle(state, ListStored(query, state.part(InsightsState).of_masters))
