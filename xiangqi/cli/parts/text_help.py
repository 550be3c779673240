"""The list of commands of the text mode: all at once, by topic for players who hear it, or about one word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from xiangqi.app.session.strength import HIGHEST, LOWEST
from xiangqi.folding import without_accents
from xiangqi.i18n.message import LANGUAGES
from xiangqi.ui.parts.i18n import Texts

_MOVE: Final = "h2e2 …"
"""Stands for a move, which is told as the player hears moves."""

_TOPICS: Final[Mapping[str, Mapping[str, str]]] = {
    "play": {
        "h2e2 …": "MOVE",
        "undo": "undo",
        "redo": "redo",
        "hint": "hint",
        "why": "why",
        "coach": "coach",
        "new …": "new",
        "pause": "pause",
        "resign": "resign",
        "draw": "draw",
        "moves": "moves",
        "continue": "continue",
        "resume": "resume",
        "quit": "quit",
    },
    "ask": {
        "p, p red, p C": "pieces",
        "s e, s 4": "line",
        "at e4": "at",
        "m h2": "targets",
        "l": "last",
        "c": "clocks",
        "taken": "taken",
        "board": "board",
        "where": "where",
        "threats": "threats",
        "clue": "clue",
    },
    "review": {
        "review": "review",
        "moment N": "moment",
        "next moment": "next",
        "better": "better",
        "follow": "follow",
        "goto N": "goto",
        "games": "games",
        "save FILE": "save",
        "open FILE": "open",
        "game N": "game",
        "close": "close",
    },
    "learn": {
        "exercises": "exercises",
        "solution": "solution",
        "skip": "skip",
        "lessons": "lessons",
    },
    "other": {
        "words": "words",
        "settings": "settings",
        "page": "page",
        "press N": "press",
        "fill N TEXT": "fill",
        "leave": "leave",
        "flip": "flip",
        "fen": "fen",
    },
}
"""The commands by topic, each with the last part of the key of its explanation."""

_SAMPLED: Final = ("pieces", "line", "at", "targets", "new")
"""The commands whose samples differ from language to language."""

_NAMED: Final = ("pieces", "line", "at", "targets", "last", "clocks")
"""The commands of a letter or two, which are listed with what they are about."""

WORDS: Final = (
    *("undo", "redo", "hint", "new", "pause", "resign", "draw", "moves", "continue", "resume", "quit"),
    *("p", "l", "c", "taken", "board", "where", "threats", "clue", "review", "moment", "next", "previous"),
    *("games", "save", "open", "close", "exercises", "lessons", "settings", "page", "press", "leave"),
    *(
        "flip",
        "help",
        "words",
        "why",
        "coach",
        "solution",
        "skip",
        "goto",
        "game",
        "fill",
        "better",
        "follow",
        "back",
        "first",
        "last",
    ),
)
"""The commands that have a word of their own in some languages."""

_SHORT: Final = {"u": "undo", "n": "next", "b": "back", "q": "quit", "exit": "quit", "?": "help"} | {
    "captured": "taken",
    "language": "settings",
    "语言": "settings",
    "語言": "settings",
    "帮助": "help",
    "幫助": "help",
    "棋盘": "board",
    "棋盤": "board",
    "悔棋": "undo",
    "退出": "quit",
    "下一步": "next",
    "上一步": "back",
    "新": "new",
    "新棋": "new",
}
_ARGUMENTS: Final = {"N": "n", "FILE": "file", "TEXT": "text"}
_WIDTH: Final = 14
ALL: Final = ("all", "全部", "tất cả")
"""Words that ask for everything."""


def explained(texts: Texts, asked: str, move: str = _MOVE) -> list[str]:
    """Return the explanations of the commands that a word or a topic names, or of all commands.

    Args:
        texts: the texts of the language.
        asked: a command, a topic, or a word for all commands.
        move: a sample move in the player's notation.
    """
    found = {
        command: key
        for topic, commands in _TOPICS.items()
        for command, key in commands.items()
        if asked in (*ALL, topic, texts(f"terminal.topic.{topic}").casefold(), *_words(command))
        or command_named(texts, asked) in _words(command)
    }
    shown = {move if command == _MOVE else _typed(texts, command): key for command, key in found.items()}
    levels = {"low": LOWEST, "high": HIGHEST}
    return [
        f"  {command:<{_WIDTH}} {texts(f'terminal.help.{key}', **levels)}" for command, key in shown.items()
    ]


def _named(texts: Texts, command: str, key: str) -> str:
    """Return how a command can be typed and, if its name does not say so, what it is about."""
    typed = _typed(texts, command)
    return f"{typed} ({texts(f'terminal.short.{key}')})" if key in _NAMED and "(" not in typed else typed


def _typed(texts: Texts, command: str) -> str:
    """Return how to type a command in a language: as samples in it, or by a word of the language."""
    key = next((commands[command] for commands in _TOPICS.values() if command in commands), "")
    if key in _SAMPLED:
        return texts(f"terminal.typed.{key}")
    words = [_own_word(texts, word) for word in command.split()]
    is_joined = texts.row.reads_characters and all(word in WORDS for word in command.split())
    own = ("" if is_joined else " ").join(words)
    return command if own == command else f"{own} ({command})"


def _own_word(texts: Texts, word: str) -> str:
    """Return the word of a language for a part of a command, or for what stands for an argument."""
    if word in _ARGUMENTS:
        return texts(f"terminal.argument.{_ARGUMENTS[word]}")
    return texts(f"terminal.word.{word}") if word in WORDS else word


def command_named(texts: Texts, line: str) -> str:
    """Return a typed line with the command at its beginning replaced by the name that all languages share.

    Accents may be missing, and so may the space before a number or after a word in Chinese characters.
    """
    typed = without_accents(line)
    for own, command in _typed_names(texts.language):
        rest = line[len(own) :]
        if typed.startswith(own) and _may_follow(own, rest):
            return f"{command} {rest.strip()}".rstrip()
    return line


@lru_cache(maxsize=len(LANGUAGES))
def _typed_names(language: str) -> Sequence[tuple[str, str]]:
    """Return the words that may be typed for commands, without accents, with their commands, longest first."""
    texts = Texts(language)
    named = {without_accents(texts(f"terminal.word.{command}")): command for command in WORDS}
    named = {command: command for command in WORDS} | named | _SHORT
    return sorted(named.items(), key=lambda pair: -len(pair[0]))  # "loi giai" before "loi"


def _may_follow(own: str, rest: str) -> bool:
    """Return whether a text may follow the word typed for a command."""
    if not rest or rest[0].isspace() or not own.isascii():
        return True
    return len(own) > 1 and rest[0].isdigit()  # but c2 is a point


def _words(command: str) -> Iterator[str]:
    """Yield each form of a command and its first word: "p red" and "p" for the second of "p, p red, p C"."""
    for form in command.split(", "):
        yield from (form.casefold(), form.split()[0])


def listed(texts: Texts, move: str) -> list[str]:
    """Return the commands in a line for each topic, and how to ask about one."""
    lines = [texts("terminal.help_move", move=move)]
    for topic, commands in _TOPICS.items():
        names = texts.listed(_named(texts, *pair) for pair in commands.items() if pair[0] != _MOVE)
        lines.append(texts("spoken.headed", head=texts(f"terminal.topic.{topic}"), rest=names))
    return [*lines, texts("terminal.help_more")]
