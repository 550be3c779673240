"""Tests that all text for players comes from the catalogues, and no English sentence from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import xiangqi

PACKAGE = Path(xiangqi.__file__).parent

PROTOCOLS = ("core", "engine", "protocol")
"""Rooms that speak to programs and to programmers; what a player hears of them are Messages all the same."""

SENTENCE = re.compile(r"[a-z]{2,},? (?:[a-z]+|x),? [a-z]{2,}")
"""Three words on end, one of which may be a gap."""

QUERY = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE)\b")

PROGRAMMERS = ("AssertionError", "AttributeError", "KeyError", "TypeError", "ValueError")
"""Errors that no player sees."""

KNOWN = {
    "`pip install .` in the game's folder installs what it needs": "the catalogues may not be loadable",
    "on Debian and Ubuntu `sudo apt install x` installs it": "the catalogues may not be loadable",
    "(?<![\\w/])(lib[\\w.+-]+\\.so[.\\d]*): cannot open shared object file": "what the system says",
    "the following arguments are required: (?P<names>.*)": "what argparse says",
    "not allowed with argument (?P<name>.*)": "what argparse says",
    "invalid float value: (?P<text>'.*')": "what argparse says",
    "ignored explicit argument (?P<text>'.*')": "what argparse says",
    "expected one argument": "what argparse says",
    "expected at least one argument": "what argparse says",
    "not a database": "what SQLite says",
    "get the clipboard as «class PNGf»": "AppleScript",
    "the cycle x is no repetition": "a test finds it before a player can",
    "x has no time zone": "for programmers",
    "no text x in language x": "a text is missing",
    "x cannot be read: x": "a catalogue",
    "asset x is missing (looked in x)": "perhaps a catalogue",
    "perpetual chase of a pinned chariot": "the name of an offence",
}
"""Sentences that may stay, and why."""

FILES = ("cli/desktop.py", "notation/in_words.py", "printing/fonts.py")
"""An entry of a menu in all languages, words of moves in three, and a map of characters in PostScript."""


def unseen(node: ast.AST) -> Iterator[ast.AST]:
    """What no player sees of a node: docstrings, errors for programmers, and parts that are told as a whole."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.Assert):
        yield from ast.walk(node)
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        yield from ast.walk(node) if getattr(node.exc.func, "id", "") in PROGRAMMERS else ()
    elif isinstance(node, ast.JoinedStr):
        yield from node.values


def sentences(source: str) -> Iterator[str]:
    """English sentences among the literals of a source, gaps being an x."""
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(source)):  # what a node leaves out comes after it
        left_out.update(map(id, unseen(node)))
        if id(node) in left_out:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if SENTENCE.search(text) and not QUERY.match(text):
            yield text


def test_a_sentence_in_a_source_is_found() -> None:
    source = '"""A docstring of words."""\nraise NotationError(f"no piece stands on {name}")\n'
    assert list(sentences(source)) == ["no piece stands on x"]


def test_players_read_texts_of_the_catalogues() -> None:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if name.partition("/")[0] not in PROTOCOLS and name not in FILES:
            for text in sentences(path.read_text("utf-8")):
                found[text] = name
    assert {text: name for text, name in found.items() if text not in KNOWN} == {}
    assert KNOWN.keys() - found.keys() == set()
