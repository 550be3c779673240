"""A game in a list, described once: as a line of a table or as two lines, and as read aloud.

The library, a file and the explorer give the facts about each of their games, and `game_row` puts them into
words. `xiangqi.ui.parts.game_table` draws the rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Final

from xiangqi.action import Action
from xiangqi.app.exercises.puzzle_goal import is_puzzle
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.transcript import is_unnamed, told_name
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message
from xiangqi.library import OwnGame
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.records.packed import PackedGame
from xiangqi.ui.parts.cards import BLACK_DISC, RED_DISC
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.opening_names import opening_names
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.toolkit.lists import Badge, Row, with_facts
from xiangqi.ui.toolkit.roles import Colour

TWO_LINES: Final = 56.0
"""Height in points of a row of two lines."""

STAR: Final = "★"

_GREY: Final[Colour] = (104, 96, 88)
_GREEN: Final[Colour] = (44, 112, 56)
_OCHRE: Final[Colour] = (122, 84, 20)

_NO_BADGE: Final = Badge("")

_WINNERS: Final[dict[str, tuple[str, Colour | None]]] = {
    "1-0": ("red", RED_DISC),
    "0-1": ("black", BLACK_DISC),
    "1/2-1/2": ("equal", _GREY),
    "*": ("none", None),
}
"""Results -> the name of the badge that says who won, and the colour of its tile."""

_SOLVED: Final = ("solved", _GREEN)

_OUTCOMES: Final[dict[str, tuple[str, Colour | None]]] = {
    WON: ("won", _GREEN),
    LOST: ("lost", RED_DISC),
    DRAWN: ("drawn", _GREY),
    "": ("open", _OCHRE),
}
"""The same for how a game ended for the player."""


BADGES: Final = ("solved", *(name for name, _ in (*_WINNERS.values(), *_OUTCOMES.values())))
"""The names of all badges."""


@dataclass(frozen=True)
class GameFacts:
    """The facts that lists show about a game, wherever it is stored."""

    # red, black: names as the record gives them, "" if it does not
    red: str
    black: str
    result: str  # one of records.tree.RESULTS
    opening: str = ""  # one of openings.CODES, "" for none
    named: str = ""  # the opening as the record names it, "" if it does not
    plies: int = 0  # length of the main line
    date: str = ""  # as it is written in the record
    event: str = ""
    is_own: bool = False  # whether it was played on this computer
    side: int | None = None  # RED or BLACK, the person's side in a game played here; None for both or neither
    outcome: str = ""  # how it ended for that person; "" if it did not, or for both or neither
    accuracy: float | None = None  # of the person's moves, None without a review
    is_puzzle: bool = False
    solved: bool = False  # whether it is a puzzle that has been solved
    faulty: bool = False  # whether the record has faults
    starred: bool = False
    is_listed: bool = False  # whether it is one of a few that are listed without the number of their moves


@singledispatch
def facts_of(game: object) -> GameFacts:
    """Return the facts that lists show about a game.

    Raises:
        TypeError: games of this class are not listed.
    """
    raise TypeError(f"{type(game).__name__} is not listed as a game")


@facts_of.register
def _(game: PackedGame) -> GameFacts:
    return GameFacts(
        game.red,
        game.black,
        game.result,
        game.opening_code,
        game.opening,
        game.plies,
        game.date,
        game.event,
        is_puzzle=is_puzzle(game),
        faulty=game.faulty,
    )


@facts_of.register
def _(game: OwnGame) -> GameFacts:
    return GameFacts(
        game.red,
        game.black,
        game.result,
        game.opening,
        plies=game.plies,
        date=game.played.ended,
        is_own=True,
        side=game.played.side,
        outcome=game.outcome,
        accuracy=game.accuracy,
    )


@dataclass(frozen=True)
class GameRow(Row):
    """A row for a game. Screen readers read `text` as its name and `value` as its value.

    `badge`, `detail` and `aside` are for lists with two lines a game, the fields defined here for tables.
    """

    winner: Badge = _NO_BADGE  # says who won
    # red, black: names in the player's language, "" if neither is known
    red: str = ""
    black: str = ""
    # short_red, short_black: the same where there is little room, "" if they are not shorter
    short_red: str = ""
    short_black: str = ""
    own: int | None = None  # the side whose name is bold, since it is the player's
    openings: tuple[str, ...] = ()  # names of the opening, the longest first
    moves: str = ""  # the number of moves
    date: str = ""
    result: str = ""  # in words, "" if there is none
    starred: bool = False

    @property
    def value(self) -> str:
        """All texts of the row except its name."""
        told = (self.result, *self.openings[:1], self.moves, self.date)
        return ", ".join(filter(None, told))


def game_row(
    scene: PanelContext,
    facts: GameFacts,
    action: Action,
    place: int = 0,
    *,
    width_px: int | None = None,
    first: str = "",
) -> GameRow:
    """Return the row for a game.

    Args:
        scene: the panel's context.
        facts: the known facts about the game.
        action: the action of opening it.
        place: its place in its file, from 0, which names a game without players or event.
        width_px: the width of a list with two lines a game, which limits the facts on the second line; None for
            a table.
        first: a text with which the second line begins.
    """
    texts = scene.texts
    red, black = player_names(scene, facts)
    if not red:
        unnamed = "puzzle.unnamed" if facts.is_puzzle else "records.unnamed"
        red = facts.event or texts(unnamed, number=place + 1)
    name = f"{red} – {black}" if black else red
    winner = badge = _badge(scene, _solved_or_winner(facts))
    if facts.is_own and facts.result == "*":
        badge = _badge(scene, _OUTCOMES[""])
    if facts.side is not None:
        name = black if facts.side == RED else red
        badge = _badge(scene, _OUTCOMES[facts.outcome])
    date = day_words(texts, facts.date, scene.state.today)
    row = GameRow(
        name,
        action,
        badge=badge,
        aside=f"{STAR} {date}".rstrip() if facts.starred else date,
        winner=winner,
        red=red,
        black=black,
        short_red=_short(scene, facts.red),
        short_black=_short(scene, facts.black),
        own=facts.side,
        openings=(facts.named,) if facts.named else opening_names(texts, facts.opening),
        starred=facts.starred,
        moves=str(full_moves(facts.plies)) if facts.plies else "",
        date=date or texts("date.none"),
        result=outcome_text(scene, facts),
    )
    if width_px is None:
        return row
    told = (first, *_second_line(scene, facts))
    return replace(row, detail=with_facts(scene.painter, row, told, (width_px, scene.px(TWO_LINES))).detail)


def _second_line(scene: PanelContext, facts: GameFacts) -> list[str | tuple[str, ...]]:
    """Return the texts of the second line, the most important first."""
    texts = scene.texts
    return [
        texts("records.faulty") if facts.faulty else "",
        scene.side_name(facts.side) if facts.side is not None else "",
        texts("library.unfinished") if facts.is_own and facts.result == "*" else "",
        facts.event if facts.red or facts.black else "",
        _length(scene, facts),
        facts.named or opening_names(texts, facts.opening),
        texts("library.accuracy", percent=round(facts.accuracy)) if facts.accuracy is not None else "",
    ]


def _length(scene: PanelContext, facts: GameFacts) -> str:
    """Return the number of moves in words, or that there are none; "" if it is not known."""
    if facts.is_listed:
        return ""
    count = full_moves(facts.plies)
    is_game = facts.plies or facts.is_own
    return scene.texts("records.moves", count=count) if is_game else scene.texts("records.position")


def _solved_or_winner(facts: GameFacts) -> tuple[str, Colour | None]:
    return _SOLVED if facts.solved else _WINNERS.get(facts.result, _WINNERS["*"])


def _badge(scene: PanelContext, mark: tuple[str, Colour | None]) -> Badge:
    return Badge(scene.texts(f"games.badge.{mark[0]}"), mark[1])


def outcome_text(scene: PanelContext, facts: GameFacts) -> str:
    """Return a game's result in words, the player's own if the player played; "" if it is unknown."""
    texts = scene.texts
    if facts.is_puzzle:
        return texts("puzzle.mark") if facts.solved else ""
    if facts.outcome:
        return texts(f"library.{facts.outcome}")
    return result_text(texts, facts.result) or (texts("library.unfinished") if facts.is_own else "")


def player_names(scene: PanelContext, facts: GameFacts) -> tuple[str, str]:
    """Return both names; ("", "") if the record gives neither."""
    if not (facts.red or facts.black):
        return "", ""
    return _name(scene, facts, RED), _name(scene, facts, BLACK)


def _name(scene: PanelContext, facts: GameFacts, side: int) -> str:
    name = facts.red if side == RED else facts.black
    if is_unnamed(name):
        return scene.texts("player.you") if facts.side == side else scene.side_name(side)
    return scene.texts.tell(told_name(name))


def _short(scene: PanelContext, name: str) -> str:
    """Return the computer's name by its level alone; "" for any other player."""
    told = told_name(name)
    if not isinstance(told, Message) or told.key != "player.computer":
        return ""
    return scene.texts("library.level", level=told.arguments["level"])
