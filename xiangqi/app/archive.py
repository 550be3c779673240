"""The running game as a record, and back: for saving, for the clipboard, and for the journal.

The tags beside the usual ones say how the game was played, so that it can be taken up exactly: who moves for
each side (`RedKind`, `RedLevel`, `RedEngine`, the same for Black), the rules (`RuleSet`, `Occurrences`,
`NaturalLimit`), whether the board was turned (`Bottom`), and in a timed game, beside the usual `TimeControl`,
what each side has left of its total (`RedClock`, `BlackClock`).
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from xiangqi.app.clock import Clock, TimeControl, format_time, parse_time
from xiangqi.app.levels import LOWEST, clamped
from xiangqi.app.state import Player, PlayerKind, ResumeOffer, RunningGame, Setup
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import XiangqiError
from xiangqi.records.tree import Game
from xiangqi.referee import Rules

_RESULTS: Final = {RED: "1-0", BLACK: "0-1", None: "1/2-1/2"}
_NO_LIMIT: Final = "none"


def to_record(game: RunningGame, flipped: bool = False) -> Game:
    """The running game as a record of its own."""
    setup = game.setup
    headers = {"Event": "Game", "Date": game.date, "Red": _name(setup.red), "Black": _name(setup.black)}
    headers |= _player_headers("Red", setup.red) | _player_headers("Black", setup.black)
    headers |= {
        "RuleSet": setup.rules.name,
        "Occurrences": str(setup.rules.occurrences),
        "NaturalLimit": str(setup.rules.natural_limit_rounds or _NO_LIMIT),
        "Bottom": "black" if flipped else "red",
    }
    if game.clock is not None:
        headers["TimeControl"] = game.clock.control.pgn
        headers["RedClock"] = format_time(game.clock.left_s(RED))
        headers["BlackClock"] = format_time(game.clock.left_s(BLACK))
    record = Game(headers=headers, start_fen=setup.start_fen)
    node = record.root
    for move in game.moves:
        node = node.add(move)
    if game.end is not None:
        record.result = _RESULTS[game.end.winner]
        headers["Termination"] = game.end.reason
    return record


def _name(player: Player) -> str:
    if player.name:
        return player.name
    if player.is_human:
        return "Player"
    engine = player.command[0].replace("\\", "/").rsplit("/", 1)[-1] if player.command else "Computer"
    return f"{engine}, level {player.level}"


def _player_headers(side: str, player: Player) -> dict[str, str]:
    headers = {f"{side}Kind": player.kind.value}
    if not player.is_human:
        headers[f"{side}Level"] = str(player.level)
    if player.command:
        headers[f"{side}Engine"] = shlex.join(player.command)
    return headers


def from_record(record: Game, damaged: bool = False) -> ResumeOffer:
    """The game that a record made by to_record holds; tags that are missing or odd get their usual values.

    Args:
        record: perhaps only the part before a fault.
        damaged: whether there was one.
    """
    setup = Setup(
        red=_player(record.headers, "Red"),
        black=_player(record.headers, "Black"),
        start_fen=record.start_fen,
        rules=rules_in(record.headers, Rules()),
        time=TimeControl.from_pgn(record.headers.get("TimeControl", "-")),
    )
    flipped = record.headers.get("Bottom") == "black"
    moves = tuple(record.main_line())
    clock = _clock(record, setup.time)
    return ResumeOffer(setup, moves, flipped, record.headers.get("Date", ""), damaged, clock)


def _clock(record: Game, control: TimeControl) -> Clock | None:
    """The clock that a record kept; a side whose time cannot be read has all of it."""
    if not control.is_timed:
        return None
    turn = record.final_board().turn
    told = (parse_time(record.headers.get(name, "")) for name in ("RedClock", "BlackClock"))
    red_s, black_s = (control.total_s if left is None else left for left in told)
    return Clock(control, red_s, black_s, turn)


def _player(headers: dict[str, str], side: str) -> Player:
    try:
        kind = PlayerKind(headers.get(f"{side}Kind", ""))
        command = tuple(shlex.split(headers.get(f"{side}Engine", "")))
    except ValueError:
        return Player()
    if kind is PlayerKind.HUMAN:
        return Player()
    if kind is PlayerKind.ENGINE and not command:
        kind = PlayerKind.COMPUTER
    level = clamped(_number(headers.get(f"{side}Level"), LOWEST))
    if kind is not PlayerKind.ENGINE:
        return Player(kind, level)
    nameless = Player(kind, level, command)
    name = headers.get(side, "")
    return nameless if name in ("", _name(nameless)) else replace(nameless, name=name)


def rules_in(headers: Mapping[str, str], usual: Rules) -> Rules:
    """The rules that a record names; the usual ones for what it does not say."""
    limit = headers.get("NaturalLimit")
    rounds = None if limit == _NO_LIMIT else _number(limit, 0) or usual.natural_limit_rounds
    try:
        return replace(
            usual,
            name=headers.get("RuleSet", usual.name),
            occurrences=_number(headers.get("Occurrences"), usual.occurrences),
            natural_limit_rounds=rounds,
        )
    except XiangqiError:
        return usual


def _number(text: str | None, usual: int) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 6 else usual
