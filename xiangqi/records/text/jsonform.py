"""JSON: one object a line for each game, as `convert --to json` prints it, and back again.

Source: docs/formats/json.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from xiangqi.board import Move
from xiangqi.errors import NotationError, RecordError
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.records.source import SourceLine, TextSource
from xiangqi.records.tree import (
    EMPTY_FEN,
    MAX_FAULTS,
    RESULTS,
    Fault,
    Game,
    GameNode,
    TreeBuilder,
    clean_comment,
)
from xiangqi.terminal import json_text

NAME: Final = "json"
_SHOWN: Final = 24  # characters of a value that a message shows
_MOST_GLYPH: Final = 999  # PGN has three digits
_KEYS: Final = frozenset(
    (
        "file", "index", "format", "encoding", "start_fen", "iccs", "final_fen", "result", "headers",
        "variations", "comments", "errors", "tree",
    )
)  # fmt: skip
_NODE_KEYS: Final = frozenset(("parent", "move", "comment", "nags"))
_LONGEST: Final = 16 << 20  # bytes of a line; a tree of 250,000 moves has half of that


def write(game: Game, file: str = "", index: int = 0) -> bytes:
    """The game as one line of UTF-8.

    ``iccs`` is the main line; ``variations`` and ``comments`` are counts. A game with variations, comments or
    glyphs also has ``tree``: all nodes, each after its parent, which is told by its index; index 0 is the
    start position.

    Args:
        game: what to write.
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


def _fault(fault: Fault) -> dict[str, object]:
    place = {"line": fault.line, "byte": fault.byte}
    known = {name: value for name, value in place.items() if value is not None}
    return {"ply": fault.ply, "token": fault.token, **known, "message": fault.message}


def _entries(root: GameNode) -> Iterator[str]:
    """The nodes of a tree as JSON objects, in the order of GameNode.walk."""
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
    """Whether the text begins with an object that has a main line."""
    start = source.head.lstrip()
    return start.startswith("{") and '"iccs"' in start


def read(source: TextSource) -> Iterator[Game]:
    """The games, one a line; for a line that is no object with a main line, an empty one that says so.

    Raises:
        RecordError: no line is such an object, or none of the first hundred.
    """
    waiting: list[Game] = []
    refusal = ""  # of the first line
    is_read = False  # whether any line could be
    for line in source.lines(_LONGEST):
        try:
            game = _game(_parse(line), line.number)
        except RecordError as error:
            reason = error.args[0]
            fault = Fault(reason, token=line.text[:_SHOWN], line=line.number)
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
                Fault(Message("detail.value_unread", name=name), token=str(found)[:_SHOWN], line=line)
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
    """Set the headers but those that the game has a place for, and null; tell what cannot be one."""
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
            game.add_fault(Fault(fault, token=text[:_SHOWN], line=line))


def _whole(text: str) -> str:
    """The text with ? for halves of characters, which escapes can spell and nothing can hold."""
    return text.encode("utf-8", "replace").decode()


def _tell_of_others(game: Game, value: Mapping[str, Any], line: int) -> None:
    """Add faults for what the object says besides or otherwise, and those that its game had before."""
    for name in sorted(value.keys() - _KEYS):
        game.add_fault(Fault(Message("detail.key_unknown", name=name[:_SHOWN]), line=line))
    errors = value.get("errors", [])
    for error in errors if isinstance(errors, list) else [errors]:
        message = str(error.get("message", "")) if isinstance(error, dict) else str(error)
        game.add_fault(Fault(Message("detail.fault_before", reason=message), line=line))
    final = value.get("final_fen")
    differs = "tree" in value and [str(move) for move in game.main_line()] != value["iccs"]
    for name, is_other in (
        ("final_fen", final is not None and final != game.final_board().fen()),
        ("iccs", differs),
    ):
        if is_other and not game.errors:
            game.add_fault(Fault(Message("detail.says_otherwise", name=name), line=line))


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
                builder.game.add_fault(Fault(Message("detail.key_unknown", name=name[:_SHOWN]), line=line))
            if glyphs is not None and (not isinstance(glyphs, list) or len(node.nags) != len(glyphs)):
                builder.fault(Message("detail.no_glyphs"), token=str(glyphs)[:_SHOWN], line=line)


def _enter(
    builder: TreeBuilder, nodes: list[GameNode | None], entry: dict[str, Any], line: int
) -> GameNode | None:
    """The node of one entry: the root for the first, then a move below its parent; None below a bad move."""
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
