"""JSON with one game per line, as printed by `convert --to json`, which can be read back.

Objects of other programs are read as well, if they have moves or a position, at any depth.
Source: docs/formats/json.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from xiangqi.board import Move
from xiangqi.errors import NotationError, RecordError
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.records.source import SourceLine, TextSource
from xiangqi.records.text import movetext
from xiangqi.records.text.playing import Habits, grow, tell_of_no_moves
from xiangqi.records.text.separate_games import are_separate
from xiangqi.records.text.tags import canonical, enter_headers
from xiangqi.records.text.tokens import CHINESE_MOVE, is_whole_move, result_of, words
from xiangqi.records.tree import (
    EMPTY_FEN,
    MAX_FAULTS,
    RESULTS,
    Game,
    GameNode,
    RecordFault,
    TreeBuilder,
    clean_comment,
)
from xiangqi.terminal import json_text

NAME: Final = "json"
_SHOWN: Final = 24  # characters of a value that a message shows
_MOST_GLYPH: Final = 999  # PGN allows three digits
_KEYS: Final = frozenset(
    (
        "file", "index", "format", "encoding", "start_fen", "iccs", "final_fen", "result", "headers",
        "variations", "comments", "errors", "tree",
    )
)  # fmt: skip
_NODE_KEYS: Final = frozenset(("parent", "move", "comment", "nags"))
_MOVES: Final = frozenset(("moves", "movelist", "mainline", "iccs", "ucci", "着法", "著法"))
_STARTS: Final = frozenset(("fen", "startfen", "initialfen", "position", "startposition"))
_SQUARES: Final = re.compile("(?:[A-Ia-i][0-9]){2}(?:(?:[A-Ia-i][0-9]){2})+")
_WITH_GAME: Final = _MOVES | _STARTS
_BEGIN: Final = re.compile(r'\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*["{\[])')
_HAS_GAME: Final = re.compile(
    r'"(?:iccs|moves?_?list|moves|main_?line|ucci|着法|著法|(?:(?:start|initial)_?)?fen|(?:start_?)?position)"\s*:',
    re.IGNORECASE,
)
_DIGITS: Final = re.compile("(?:[0-8][0-9]){2}(?:(?:[0-8][0-9]){2})*")
_SAYS_MOVE: Final = re.compile(rf"[A-Ia-i][0-9]-?[A-Ia-i][0-9]|{CHINESE_MOVE}|[A-Za-z+-][-+.=1-9][-+.=/][1-9]")
_LONGEST: Final = 16 << 20  # bytes of a line; a tree of 250,000 moves has half of that


def write(game: Game, file: str = "", index: int = 0) -> bytes:
    """Return the game as one line of UTF-8.

    ``iccs`` is the main line; ``variations`` and ``comments`` are counts. A game with variations, comments or
    glyphs also has ``tree``: all nodes, each after its parent, which is given by its index; index 0 is the
    start position.

    Args:
        game: the game.
        file: name of the file it comes from.
        index: its place in that file, from 0.
    """
    value = {
        "file": file,
        "index": index,
        "format": game.format,
        "encoding": game.encoding,
        "start_fen": game.start_fen,
        "iccs": [str(move) for move in game.main_line()],
        "final_fen": game.final_board().fen(),
        "result": game.result,
        "headers": game.headers,
        "variations": game.variation_count(),
        "comments": game.comment_count(),
        "errors": [_fault(fault) for fault in game.errors],
    }
    text = _dump(value)
    if any(node.comment or node.nags or len(node.children) > 1 for node in game.root.walk()):
        text = f'{text[:-1]}, "tree": [{", ".join(_entries(game.root))}]}}'
    return text.encode("utf-8", "replace") + b"\n"


def _dump(value: object) -> str:
    return json_text(value)


def _fault(fault: RecordFault) -> dict[str, object]:
    place = {"line": fault.line, "byte": fault.byte}
    known = {name: value for name, value in place.items() if value is not None}
    return {"ply": fault.ply, "token": fault.token, **known, "message": fault.message}


def _entries(root: GameNode) -> Iterator[str]:
    """Yield the nodes of a tree as JSON objects, in the order of GameNode.walk."""
    waiting = [(root, 0)]
    number = 0
    while waiting:
        node, parent = waiting.pop()
        entry: dict[str, object] = {} if node is root else {"parent": parent, "move": str(node.move)}
        if node.comment:
            entry["comment"] = node.comment
        if node.nags:
            entry["nags"] = list(node.nags)
        yield _dump(entry)
        waiting.extend((child, number) for child in reversed(node.children))
        number += 1


def sniff(source: TextSource) -> bool:
    """Return whether the text begins like a JSON object or list that has moves or a position."""
    head = source.head
    if _is_own(head.lstrip()):
        return True
    if not _BEGIN.match(head):
        return False
    return bool(_HAS_GAME.search(head) or (_SAYS_MOVE.search(head) and _has_rows(source)))


def _has_rows(source: TextSource) -> bool:
    """Return whether a text is JSON, as a whole or line by line, and has moves, with or without a name."""
    try:
        return any(_objects(value)[0] for value, _ in _values(source))
    except RecordError:
        return False


def _is_own(start: str) -> bool:
    return start.startswith("{") and '"iccs"' in start


def read(source: TextSource) -> Iterator[Game]:
    """Yield the games of a text.

    This program's JSON has one object per line; a line of it that is not an object with a main line gives an
    empty game with a fault. Other JSON is a single value, or one per line.

    Raises:
        RecordError: none of the lines, or of the first hundred, is such an object; or other JSON is invalid or
            has no games.
    """
    return _read_own(source) if _is_own(source.head.lstrip()) else _read_others(source)


def _read_own(source: TextSource) -> Iterator[Game]:
    waiting: list[Game] = []
    refusal = ""  # the reason why the first line was rejected
    is_read = False  # whether any line could be read
    for line in source.lines(_LONGEST):
        try:
            game = _game(_parse(line), line.number)
        except RecordError as error:
            reason = error.args[0]
            fault = RecordFault(reason, token=line.text[:_SHOWN], line=line.number)
            game = Game(format=NAME, encoding="utf-8", start_fen=EMPTY_FEN, errors=[fault])
            refusal = refusal or Message("detail.place_line", line=line.number, reason=reason)
        else:
            is_read = True
        waiting.append(game)
        if is_read:
            yield from waiting
            waiting = []
        elif len(waiting) == MAX_FAULTS:
            break
    if not is_read and refusal:
        raise RecordError(refusal)


def _read_others(source: TextSource) -> Iterator[Game]:
    """Yield the games in the objects of another program in order, from a single value or from one per line.

    Raises:
        RecordError: the text is not JSON or has no games.
    """
    games: list[tuple[Mapping[str, Any], int]] = []
    others: list[tuple[str, int]] = []
    for value, line in _values(source):
        found, unread = _objects(value)
        games += [(game, line) for game in found]
        others += [(name, line) for name in unread]
    if not games:
        raise RecordError(Message("detail.place_line", line=1, reason=Message("detail.json_without_moves")))
    habits = Habits()
    for value, line in games:
        game = _other_game(value, source.encoding, line, habits)
        for name, place in others:
            game.add_fault(RecordFault(Message("detail.key_unknown", name=name[:_SHOWN]), line=place))
        others = []
        yield game


def _values(source: TextSource) -> list[tuple[Any, int]]:
    """Return the JSON value of a text, or those of its lines, with line numbers.

    Raises:
        RecordError: the text is not JSON.
    """
    try:
        return [(json.loads(source.text), 1)]
    except (ValueError, RecursionError) as error:
        refusal = Message("detail.place_line", line=1, reason=Message("detail.no_json", reason=str(error)))
    try:
        return [(json.loads(line.text), line.number) for line in source.lines(_LONGEST)]
    except (ValueError, RecursionError):
        raise RecordError(refusal) from None


def _objects(value: Any) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Return the objects in a value that have moves or a position, and the names of other entries.

    Texts of moves without such a key are games, too, and so are lists of single moves.
    """
    games: list[Mapping[str, Any]] = []
    others: list[str] = []
    waiting = [("", value)]
    while waiting:
        name, one = waiting.pop()
        if isinstance(one, dict) and not _WITH_GAME.isdisjoint(map(_plain, one)):
            games.append(one)
        elif isinstance(one, dict):
            waiting.extend(reversed(one.items()))
        elif _is_strings(one):
            found, unread = _rows(name, one)
            games += found
            others += unread
        elif isinstance(one, list):
            waiting.extend((name, item) for item in reversed(one))
        elif isinstance(one, str) and len(_moves_in(one)) > 1:
            games.append({"moves": one, "title": name})
        elif one is not None:
            others.append(name or str(one))
    return games, others


def _is_strings(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)


def _moves_in(text: str) -> list[str]:
    return [word for word, is_like in words(text) if is_like and is_whole_move(word)]


def _rows(name: str, texts: list[str]) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Return the games in a list of texts, each with the text before it as its title, and the texts left over.

    The texts together are one game unless `are_separate` considers them separate games.
    """
    rows = list(map(_moves_in, texts))
    if not are_separate(rows):
        return [{"moves": texts, "title": name}] if any(rows) else [], [] if any(rows) else texts
    games: list[Mapping[str, Any]] = []
    titles = [name] if name else []
    for text, row in zip(texts, rows, strict=True):
        if row:
            games.append({"moves": text, "title": ", ".join(titles)})
            titles = []
        else:
            titles.append(text)
    return games, titles


def _plain(key: str) -> str:
    return key.lower().replace("_", "")


def _other_game(value: Mapping[str, Any], encoding: str, line: int, habits: Habits) -> Game:
    """Return the game in an object of another program, with faults for entries that are not understood."""
    game = Game(format=NAME, encoding=encoding)
    text = ""
    inner = [item for item in value.items() if not isinstance(item[1], dict)]
    inner += chain.from_iterable(one.items() for one in value.values() if isinstance(one, dict))
    for key, item in inner:
        name = canonical(key)
        if item == "":
            continue
        if _plain(key) in _MOVES:
            text = " ".join(_texts(game, item, line))
        elif (_plain(key) in _STARTS or name == "FEN") and isinstance(item, str):
            game.start_fen = item
        elif name == "Result" and (result := result_of(str(item))):
            game.result = result
        elif type(item) in (str, int, float) and name != "Result":
            enter_headers(game.headers, {_whole(name): _whole(str(item))})
        elif item is not None:
            game.add_fault(RecordFault(Message("detail.key_unknown", name=key[:_SHOWN]), line=line))
    moves = movetext.parse(text)
    movetext.finish(text, moves)
    game.result = moves.result or game.result
    grow(game, moves, lambda _offset: line, habits, line)
    tell_of_no_moves(game, moves, line)
    if moves.footer:
        game.add_fault(RecordFault(Message("detail.kept_as_comment"), token=moves.footer[:_SHOWN], line=line))
    return game


def _texts(game: Game, moves: Any, line: int) -> Iterator[str]:
    """Yield the text of each move in a JSON value: a string, or a list of strings, pairs or objects.

    Anything else becomes a fault of the game.
    """
    for item in chain.from_iterable(part if isinstance(part, list) else [part] for part in _listed(moves)):
        if isinstance(item, str):
            yield _from_digits(item)
        elif isinstance(item, dict) and (text := _of_object(item)):
            yield text
        else:
            game.add_fault(
                RecordFault(Message("detail.value_unread", name="moves"), token=str(item)[:_SHOWN], line=line)
            )


def _listed(moves: Any) -> list[Any]:
    return moves if isinstance(moves, list) else [moves]


def _of_object(item: Mapping[str, Any]) -> str:
    """Return the text of the move in an object, in squares or any notation, with its comment; "" for none."""
    known = {_plain(key): value for key, value in item.items() if isinstance(value, str)}
    if len(known) < len(item):
        return ""
    comment = known.pop("comment", "")
    texts = list(known.values())
    move = "".join(texts) if known.keys() == {"from", "to"} else " ".join(map(_from_digits, texts))
    return f"{move} {{{comment}}}" if comment else move


def _from_digits(text: str) -> str:
    """Return moves in digits (file, and row from the top) as separate coordinates, other texts as they are."""
    if _SQUARES.fullmatch(text):
        return " ".join(re.findall("....", text))
    if not _DIGITS.fullmatch(text):
        return text
    squares = [f"{'abcdefghi'[int(text[at])]}{9 - int(text[at + 1])}" for at in range(0, len(text), 2)]
    return " ".join(map("".join, zip(squares[::2], squares[1::2], strict=True)))


def _parse(line: SourceLine) -> Mapping[str, Any]:
    try:
        value = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        raise RecordError(Message("detail.no_json", reason=str(error))) from None
    if not isinstance(value, dict) or not isinstance(value.get("iccs"), list):
        raise RecordError(Message("detail.json_without_moves"))
    return value


def _game(value: Mapping[str, Any], line: int) -> Game:
    game = Game(format=NAME, encoding="utf-8")
    headers = value.get("headers", {})
    tags = headers if isinstance(headers, dict) else {}
    start = value.get("start_fen", tags.get("FEN", START_FEN))
    result = value.get("result", tags.get("Result", "*"))
    if isinstance(start, str):
        game.start_fen = start
    if result in RESULTS:
        game.result = result
    for name, found, is_right in (
        ("headers", headers, isinstance(headers, dict)),
        ("start_fen", start, isinstance(start, str)),
        ("result", result, result in RESULTS),
    ):
        if not is_right:
            game.add_fault(
                RecordFault(Message("detail.value_unread", name=name), token=str(found)[:_SHOWN], line=line)
            )
    _set_headers(game, tags, line)
    builder = TreeBuilder(game, line=line)
    tree = value.get("tree")
    if isinstance(tree, list):
        _grow(builder, tree, line)
    else:
        for text in value["iccs"]:
            if _play(builder, text, line) is None:
                break
    _tell_of_others(game, value, line)
    return game


def _set_headers(game: Game, headers: Mapping[str, Any], line: int) -> None:
    """Set all headers but nulls and those with a field of their own; report values that cannot be headers."""
    places = {"FEN": game.start_fen, "Result": game.result}
    for name, value in headers.items():
        if value is None or places.get(name) == value:
            continue
        text = str(value)
        is_text = type(value) in (str, int, float)
        if is_text and name not in places:
            game.headers[_whole(name)] = _whole(text)
        if not is_text or name in places or (_whole(name), _whole(text)) != (name, text):
            fault = Message("detail.value_unread", name=name[:_SHOWN])
            game.add_fault(RecordFault(fault, token=text[:_SHOWN], line=line))


def _whole(text: str) -> str:
    """Return the text with ? for lone surrogates, which JSON can express but UTF-8 cannot store."""
    return text.encode("utf-8", "replace").decode()


def _tell_of_others(game: Game, value: Mapping[str, Any], line: int) -> None:
    """Add faults for unknown or contradictory entries of an object, and restore the faults it lists."""
    for name in sorted(value.keys() - _KEYS):
        game.add_fault(RecordFault(Message("detail.key_unknown", name=name[:_SHOWN]), line=line))
    errors = value.get("errors", [])
    for error in errors if isinstance(errors, list) else [errors]:
        message = str(error.get("message", "")) if isinstance(error, dict) else str(error)
        game.add_fault(RecordFault(Message("detail.fault_before", reason=message), line=line))
    final = value.get("final_fen")
    differs = "tree" in value and [str(move) for move in game.main_line()] != value["iccs"]
    for name, is_other in (
        ("final_fen", final is not None and final != game.final_board().fen()),
        ("iccs", differs),
    ):
        if is_other and not game.errors:
            game.add_fault(RecordFault(Message("detail.says_otherwise", name=name), line=line))


def _grow(builder: TreeBuilder, tree: list[Any], line: int) -> None:
    nodes: list[GameNode | None] = []
    for entry in tree:
        node = _enter(builder, nodes, entry, line) if isinstance(entry, dict) else None
        if not isinstance(entry, dict):
            builder.fault(
                Message("detail.entry_no_object", number=len(nodes)), token=str(entry)[:_SHOWN], line=line
            )
        nodes.append(node)
        if node is not None:
            node.comment = clean_comment(str(entry.get("comment", "")))
            glyphs = entry.get("nags")
            if isinstance(glyphs, list):
                node.nags = tuple(glyph for glyph in glyphs if type(glyph) is int and 0 <= glyph <= _MOST_GLYPH)
            for name in sorted(entry.keys() - _NODE_KEYS):
                builder.game.add_fault(
                    RecordFault(Message("detail.key_unknown", name=name[:_SHOWN]), line=line)
                )
            if glyphs is not None and (not isinstance(glyphs, list) or len(node.nags) != len(glyphs)):
                builder.fault(Message("detail.no_glyphs"), token=str(glyphs)[:_SHOWN], line=line)


def _enter(
    builder: TreeBuilder, nodes: list[GameNode | None], entry: dict[str, Any], line: int
) -> GameNode | None:
    """Add an entry to the tree and return its node: the root at first, None for a bad move or below one."""
    if not nodes:
        return builder.game.root
    number = entry.get("parent")
    if not isinstance(number, int) or not 0 <= number < len(nodes):
        builder.fault(Message("detail.entry_no_parent", number=len(nodes)), line=line)
        return None
    parent = nodes[number]
    if parent is None:
        return None
    builder.go_to(parent)
    return _play(builder, entry.get("move"), line)


def _play(builder: TreeBuilder, text: object, line: int) -> GameNode | None:
    try:
        move = Move.from_iccs(str(text))
    except NotationError as error:
        builder.fault(str(error), token=str(text)[:24], line=line)
        return None
    return builder.play(move, token=str(text), line=line)
