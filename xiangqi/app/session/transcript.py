"""Converts documents to the records that are written, and journals back to documents.

Besides the usual tags, some describe how a game was played, so that it can be resumed exactly: the players
(`RedKind`, `RedLevel` or `RedRating`, and the same for Black), the number of levels (`Levels`), the rules
(`RuleSet`, `Occurrences`, `NaturalLimit`) and, for a timed game, each side's remaining game time (`RedClock`,
`BlackClock`) in addition to the usual `TimeControl`. Only the journal contains what belongs to this computer:
the program of an engine (`RedEngine`), the file of its first moves (`RedBook`), and whether the board was
turned (`Bottom`), and the milliseconds left after each move (`MoveClocks`).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress, Unrated
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.recorded_clock import clocks_of
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.app.session.strength import HIGHEST, LOWEST, clamped
from xiangqi.app.session.time_control import Clock, TimeControl, format_time, parse_time
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message
from xiangqi.ladder import of_today
from xiangqi.pinyin import name_in_letters
from xiangqi.records.revision import Revision
from xiangqi.records.rules import NO_LIMIT, number_in, rules_in
from xiangqi.records.tree import Game, known
from xiangqi.referee import Rules
from xiangqi.storage.saved_engines import SavedEngine

_RESULTS: Final = {RED: "1-0", BLACK: "0-1", None: "1/2-1/2"}
_GIVEN_NAME: Final = re.compile(r"Computer, (level|rating) ([0-9]{1,4})")
_TIMES: Final = re.compile(r"(?:-1|[0-9]{1,9})(?: (?:-1|[0-9]{1,9}))*", re.ASCII)
_SIDES: Final = (("Red", RED), ("Black", BLACK))
UNRATED: Final = "Unrated"
"""The tag for the help that a player has had, with the values of mode.Unrated."""

_TERMS: Final = (
    "Levels",
    "RuleSet",
    "Occurrences",
    "NaturalLimit",
    "Bottom",
    "TimeControl",
    "BlackTimeControl",
    "Termination",
    UNRATED,
)
_LOCAL: Final = ("Engine", "Book")
_CONTINUES: Final = "Continues"  # the library's number of the game that goes on, only in journals
_CLOCKS: Final = "MoveClocks"  # as of `recorded_clock.clocks_of`, separated by blanks, only in journals
_OF_SIDE: Final = ("Kind", "Level", "Rating", "Clock", *_LOCAL)


# ---- Writing ----


def headers(document: Document) -> Mapping[str, str]:
    """Return the tags of a document; those of a played game include its players and rules."""
    play, tags = document.play, document.tree.headers
    if play is None:
        return tags
    names = {side: _name(play.setup.player(code)) for side, code in _SIDES}
    told = {name: text for name, text in tags.items() if text or name not in names}
    return {"Event": "Game", "Date": ""} | names | told | _terms(play)


def written(document: Document) -> Revision:
    """Return a document as it is saved or copied, with its game's tags and result; stop the clock first."""
    play = document.play
    if play is None:
        return document.tree
    result = document.tree.result if play.end is None else _RESULTS[play.end.winner]
    return document.tree.with_headers(headers(document), result)


def journalled(document: Document, flipped: bool) -> Revision:
    """Return the journal's record of a document's game, whose clock must be stopped."""
    play = document.play
    tags = dict(headers(document))
    if play is None:
        return document.tree
    for side, code in _SIDES:
        player = play.setup.player(code)
        if player.command:
            tags[f"{side}Engine"] = shlex.join(player.command)
        if player.book:
            tags[f"{side}Book"] = player.book
    if play.continues:
        tags[_CONTINUES] = str(play.continues)
    tags |= clock_tags(clocks_of(play))
    return written(document).with_headers(
        tags | {"Bottom": "black" if flipped else "red"}, written(document).result
    )


def clock_tags(clocks: Sequence[int]) -> Mapping[str, str]:
    """Return the tag with which `from_journal` restores the times left after each move; none without them."""
    return {_CLOCKS: " ".join(map(str, clocks))} if clocks else {}


def stored(game: Game) -> Game:
    """Strip a journal's game of tags specific to this computer or to the format, and return it."""
    others = {
        "Game",
        "Bottom",
        _CONTINUES,
        _CLOCKS,
        *(f"{side}{name}" for side, _ in _SIDES for name in _LOCAL),
    }
    told = of_today(game.headers)
    game.headers = {name: text for name, text in told.items() if text and name not in others}
    return game


def _terms(play: GameInProgress) -> dict[str, str]:
    """Return the tags that describe how a game is played."""
    rules = play.setup.rules
    tags = {}
    for side, code in _SIDES:
        player = play.setup.player(code)
        tags[f"{side}Kind"] = player.kind.value
        if player.rating is not None:
            tags[f"{side}Rating"] = str(player.rating)
        elif not player.is_human:
            tags |= {f"{side}Level": str(player.level), "Levels": str(HIGHEST)}
        if play.clock is not None:
            tags[f"{side}Clock"] = format_time(play.clock.left_s(code))
    tags |= {
        "RuleSet": rules.name,
        "Occurrences": str(rules.occurrences),
        "NaturalLimit": str(rules.natural_limit_rounds or NO_LIMIT),
    }
    if play.clock is not None:
        tags["TimeControl"] = play.clock.control.pgn
        if play.clock.black_control != play.clock.control:
            tags["BlackTimeControl"] = play.clock.black_control.pgn
    if play.end is not None:
        tags["Termination"] = play.end.reason
    if play.unrated:
        tags[UNRATED] = ", ".join(reason.value for reason in play.unrated)
    return tags


def _name(player: Player) -> str:
    if player.name:
        return player.name
    if player.is_human:
        return "Player"
    engine = player.command[0].replace("\\", "/").rsplit("/", 1)[-1] if player.command else "Computer"
    strength = f"level {player.level}" if player.rating is None else f"rating {player.rating}"
    return f"{engine}, {strength}"


# ---- Reading ----


def from_journal(game: Game, damaged: bool = False) -> ResumeOffer:
    """Return the game of a journal; missing or invalid tags get their defaults.

    Args:
        game: the game, perhaps only the part before a fault.
        damaged: whether there was a fault.
    """
    told = of_today(game.headers)
    setup = setup_in(told, game.start_fen)
    clock = _clock(game, setup)
    helps = told.get(UNRATED, "").split(", ")
    unrated = tuple(reason for reason in Unrated if reason.value in helps)
    continues = number_in(told.get(_CONTINUES), 0)
    play = GameInProgress(game.root.end(), setup, clock=clock, unrated=unrated, continues=continues)
    own = {*_TERMS, _CONTINUES, _CLOCKS, *(f"{side}{name}" for side, _ in _SIDES for name in _OF_SIDE)}
    own |= {side for side, code in _SIDES if told.get(side) == _name(setup.player(code))}
    document = Document.of(0, game, play).at(play.tip)
    tags = {name: text for name, text in told.items() if name not in own}
    tree = document.tree.with_headers(tags, "*")
    return ResumeOffer(replace(document, tree=tree), told.get("Bottom") == "black", damaged)


def setup_in(tags: Mapping[str, str], start_fen: str) -> Setup:
    """Return the players, rules and clock in tags of the current form; missing ones get defaults."""
    return Setup(
        red=_player(tags, "Red"),
        black=_player(tags, "Black"),
        start_fen=start_fen,
        rules=rules_in(tags, Rules()),
        time=TimeControl.from_pgn(tags.get("TimeControl", "-")),
        black_time=TimeControl.from_pgn(tags["BlackTimeControl"]) if "BlackTimeControl" in tags else None,
    )


def engines_in(tags: Mapping[str, str]) -> dict[int, str]:
    """Return the names of the external engines that play in a game, by side."""
    kind = PlayerKind.ENGINE.value
    return {code: tags.get(side, "") for side, code in _SIDES if tags.get(f"{side}Kind") == kind}


def with_saved_engines(setup: Setup, tags: Mapping[str, str], saved: Sequence[SavedEngine]) -> Setup:
    """Return a setup with the added engines that a stored game names, since it has no commands for them."""
    known_as = {engine.name: engine for engine in saved}
    players = {code: setup.player(code) for _, code in _SIDES}
    for code, name in engines_in(tags).items():
        engine = known_as.get(name)
        if engine is not None and not players[code].command:
            players[code] = Player(PlayerKind.ENGINE, players[code].level, engine.command, name)
    return replace(setup, red=players[RED], black=players[BLACK])


def _clock(record: Game, setup: Setup) -> Clock | None:
    """Return the clock of a record, None if untimed; a side whose time cannot be read has its full time."""
    red, black = setup.time_of(RED), setup.time_of(BLACK)
    if not red.is_timed:
        return None
    turn = record.final_board().turn
    told = (parse_time(record.headers.get(name, "")) for name in ("RedClock", "BlackClock"))
    full = (red.total_s, black.total_s)
    red_s, black_s = (total if left is None else left for left, total in zip(told, full, strict=True))
    return Clock(red, black, red_s, black_s, turn, history=_history(record.headers.get(_CLOCKS, "")))


def _history(text: str) -> tuple[int, ...]:
    """Return the times of a tag of `clock_tags`; () if they cannot be read."""
    return tuple(map(int, text.split())) if _TIMES.fullmatch(text) else ()


def _player(headers: Mapping[str, str], side: str) -> Player:
    try:
        kind = PlayerKind(headers.get(f"{side}Kind", ""))
        command = tuple(shlex.split(headers.get(f"{side}Engine", "")))
    except ValueError:
        return Player()
    name = headers.get(side, "")
    if kind is PlayerKind.HUMAN:
        return Player() if name == _name(Player()) else Player(name=name)
    if kind is PlayerKind.ENGINE and not command:
        kind = PlayerKind.COMPUTER
    level = clamped(number_in(headers.get(f"{side}Level"), LOWEST))
    if kind is not PlayerKind.ENGINE:
        rating = number_in(headers.get(f"{side}Rating"), 0) or None
        return Player(kind, level, rating=rating, book=headers.get(f"{side}Book", ""))
    nameless = Player(kind, level, command)
    return nameless if name in ("", _name(nameless)) else replace(nameless, name=name)


def player_in(headers: Mapping[str, str], code: int) -> Player:
    """Return a side's player in a record; an unknown name, or one given by this program, is left out."""
    side = next(name for name, other in _SIDES if other == code)
    named = known(headers, side)
    told = _player(headers, side) if f"{side}Kind" in headers else Player()
    return told if named == _name(told) else Player(name=named)


def told_names(red: str, black: str, own: int | None = None) -> str:
    """Return both players' names from tags or the library; names given by this program are translated.

    A person without a name is "you" on one's own side, if there is one, and otherwise named after the side.
    """

    def called(name: str, code: int, side: str) -> str:
        unnamed = Message("player.you" if code == own else f"side.{side}")
        return unnamed if is_unnamed(name) else told_name(name)

    return Message("players.versus", red=called(red, RED, "red"), black=called(black, BLACK, "black"))


def is_unnamed(name: str) -> bool:
    """Return whether a name from tags or the library is missing, or stands for a person without a name."""
    return name in ("", _name(Player()))


def names_a_program(name: str) -> bool:
    """Return whether a name from tags or the library is one that this program gives the computer."""
    return _GIVEN_NAME.fullmatch(name) is not None


def told_name(name: str) -> str:
    """Return a player's name as it is shown: the computer's translated, a Chinese one spelt where necessary."""
    given = _GIVEN_NAME.fullmatch(name)
    if given is None:
        return name if name_in_letters(name) == name else Message("player.person", person=name)
    if given[1] == "level":
        return Message("player.computer", level=int(given[2]))
    return Message("player.adaptive", rating=int(given[2]))
