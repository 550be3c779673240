"""Parser of commands to an engine. It serves both UCI and UCCI, whose words do not clash."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from xiangqi.errors import ProtocolError
from xiangqi.protocol import messages
from xiangqi.protocol.line_words import is_move, leading_moves, whole_number

_LIMITS = ("depth", "nodes", "mate", "movestogo", "oppmovestogo")
_UCI_TIMES = ("movetime", "wtime", "btime", "winc", "binc")  # always milliseconds
_UCCI_TIMES = ("time", "increment", "opptime", "oppincrement")
_NO_LIMIT = 10**18  # replaces larger numbers
_LONGEST_MS = 10**9  # eleven days, which every system can wait


def parse_command(line: str, time_unit_ms: int = 1) -> messages.Command | None:
    """Parse a line sent to an engine. Unknown words before the first known one are skipped.

    Args:
        line: the line, with or without its line break.
        time_unit_ms: the unit of UCCI's times: 1000 if the client writes seconds.

    Returns:
        The command, or None if the line has no known word.

    Raises:
        ProtocolError: a known command is invalid.
    """
    words = line.split()
    word = command_word(line)
    rest = words[words.index(word) + 1 :] if word else []
    if word == "go":
        return _go(rest, time_unit_ms)
    return _READERS[word](rest) if word else None


def command_word(line: str) -> str:
    """Return the first word of a line that is a command, "" if there is none."""
    return next((word for word in line.split() if word == "go" or word in _READERS), "")


def _set_option(words: Sequence[str]) -> messages.Command:
    """Parse ``setoption name N [value V]`` (UCI), ``setoption N [V]`` or ``setoption newgame`` (UCCI).

    Raises:
        ProtocolError: the name is missing.
    """
    if not words:
        raise ProtocolError("setoption: the name of an option is missing")
    if words[0] == "newgame":
        return messages.StartNewGame()
    if words[0] != "name":
        return messages.SetOption(words[0], " ".join(words[1:]) or None)
    words = words[1:]
    end = words.index("value") if "value" in words else len(words)
    if end == 0:
        raise ProtocolError("setoption: the name of an option should follow the word 'name'")
    return messages.SetOption(" ".join(words[:end]), " ".join(words[end + 1 :]) if end < len(words) else None)


def _position(words: Sequence[str]) -> messages.SetPosition:
    """Parse ``position startpos|fen F [moves M …]``.

    Raises:
        ProtocolError: the position or a move is malformed.
    """
    end = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:end], tuple(words[end + 1 :])
    for move in moves:
        if not is_move(move):
            raise ProtocolError(f"position: {move!r} is not a move: something like 'h2e2' is expected")
    if head[:1] == ["startpos"]:
        return messages.SetPosition(None, moves)
    if head[:1] == ["fen"] and len(head) > 1:
        return messages.SetPosition(" ".join(head[1:]), moves)
    raise ProtocolError("position: 'startpos' or 'fen' and a FEN should follow")


def _ban_moves(words: Sequence[str]) -> messages.BanMoves:
    for move in words:
        if not is_move(move):
            raise ProtocolError(f"banmoves: {move!r} is not a move: something like 'h2e2' is expected")
    return messages.BanMoves(tuple(words))


def _go(words: Sequence[str], time_unit_ms: int) -> messages.Go:
    """Parse ``go`` with the limits of both protocols; unknown words are skipped.

    Raises:
        ProtocolError: a limit lacks its number, or ``searchmoves`` its moves.
    """
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    search_moves: tuple[str, ...] = ()
    rest = deque(words)
    while rest:
        word = rest.popleft()
        if word == "depth" and rest and rest[0] == "infinite":
            flags.add(rest.popleft())
        elif word in (*_LIMITS, *_UCI_TIMES, *_UCCI_TIMES):
            numbers[word] = _number(word, rest.popleft() if rest else None, time_unit_ms)
        elif word == "searchmoves":
            search_moves = leading_moves(rest)
            if not search_moves:
                raise ProtocolError("go: a move such as 'h2e2' should follow 'searchmoves'")
        elif word in ("infinite", "ponder", "draw"):
            flags.add(word)
    mover = _clock(numbers, "time", "increment")
    alone = mover is not None and not numbers.keys() & {"increment", "movestogo"}
    return messages.Go(
        ponder="ponder" in flags,
        infinite="infinite" in flags,
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        mate=numbers.get("mate"),
        movetime_ms=numbers["time"] if alone else numbers.get("movetime"),
        red=_clock(numbers, "wtime", "winc"),
        black=_clock(numbers, "btime", "binc"),
        mover=None if alone else mover,
        search_moves=search_moves,
        offers_draw="draw" in flags,
    )


def _number(word: str, text: str | None, time_unit_ms: int) -> int:
    """Return the number after a limit's word; negative clock times count as 0.

    Raises:
        ProtocolError: there is no whole number.
    """
    number = whole_number(text)
    if number is None and text is not None and text.isascii() and text.isdigit():
        number = _NO_LIMIT
    if number is None:
        found = "" if text is None else f", not {text!r}"
        raise ProtocolError(f"go: a whole number should follow {word!r}{found}")
    if word in _UCI_TIMES:
        return min(max(number, 0), _LONGEST_MS)
    if word in _UCCI_TIMES:
        return min(max(number, 0) * time_unit_ms, _LONGEST_MS)
    if number < 0:
        raise ProtocolError(f"go: {word} {number} is below zero")
    return number


def _clock(numbers: dict[str, int], time: str, increment: str) -> messages.ClockTimes | None:
    if time not in numbers:
        return None
    return messages.ClockTimes(numbers[time], numbers.get(increment, 0), numbers.get("movestogo") or None)


_READERS: dict[str, Callable[[Sequence[str]], messages.Command]] = {
    "uci": lambda _: messages.Handshake("uci"),
    "ucci": lambda _: messages.Handshake("ucci"),
    "isready": lambda _: messages.IsReady(),
    "ucinewgame": lambda _: messages.StartNewGame(),
    "setoption": _set_option,
    "position": _position,
    "banmoves": _ban_moves,
    "stop": lambda _: messages.Stop(),
    "ponderhit": lambda words: messages.PonderHit("draw" in words),
    "probe": lambda words: messages.ProbeTable(_position(words)),
    "quit": lambda _: messages.QuitEngine(),
}
