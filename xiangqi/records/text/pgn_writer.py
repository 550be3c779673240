"""Writes games as PGN: in any notation, with comments, glyphs, variations and start position.

Reading the output with records.text.pgn gives the same tree. Source: docs/formats/pgn.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from xiangqi.board import Board
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.notation import Style, format_move
from xiangqi.records.text.tags import TAG_BEGINS, keeps_its_name
from xiangqi.records.tree import Game, GameNode, walk_as_text

_SEVEN: Final = ("Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black")
_ALWAYS: Final = ("Event", "Site", "Date", "Round", "Red", "Black")
_FORMATS: Final = {
    Style.WXF: "WXF",
    Style.ICCS: "ICCS",
    Style.VIETNAMESE: "Vietnamese",
    Style.VIETNAMESE_WORDS: "Vietnamese",
}
_NAME: Final = re.compile(r"[A-Za-z]\w*", re.ASCII)


def format_game(game: Game, style: Style = Style.CHINESE) -> str:
    """Return the game as PGN text, ending with an empty line so that games can follow one another."""
    moves = "".join(_Writer(game, style).pieces()).strip()
    end = f"{moves}\n{game.result}" if moves else game.result
    return "".join(_tags(game, style)) + f"\n{end}\n\n"


def write(game: Game, style: Style = Style.CHINESE, encoding: str = "utf-8") -> bytes:
    """Return the game as the bytes of a PGN file. Characters that the encoding lacks become question marks."""
    return format_game(game, style).encode(encoding, errors="replace")


def holds(game: Game) -> bool:
    """Return whether every header would be read back unchanged from the written file; moves always are."""
    return all(
        _NAME.fullmatch(name) and keeps_its_name(name) and text.isprintable() and text == text.strip()
        for name, text in game.headers.items()
    )


def _tags(game: Game, style: Style) -> Iterator[str]:
    headers = dict.fromkeys(_ALWAYS, "") | game.headers
    names = [name for name in _SEVEN if name in headers] + [name for name in headers if name not in _SEVEN]
    yield _tag("Game", headers.pop("Game", "Chinese Chess"))
    for name in names:
        if name in headers and _NAME.fullmatch(name):
            yield _tag(name, headers[name])
    yield _tag("Result", game.result)
    if game.start_fen != START_FEN:
        yield _tag("FEN", game.start_fen)
    if style in _FORMATS:
        yield _tag("Format", _FORMATS[style])


def _tag(name: str, value: str) -> str:
    value = "".join(character if character >= " " else " " for character in value)
    value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]\n'


class _Writer:
    """Writes the moves of a game, and notes whether the next one needs its number even if it is Black's."""

    def __init__(self, game: Game, style: Style) -> None:
        self.game = game
        self.style = style
        self.number_due = True
        self.depth = 0  # number of variations around the present move

    def pieces(self) -> Iterator[str]:
        """Yield the move text in pieces to be joined."""
        yield from self._comment(self.game.root.comment)
        for step, node, board in walk_as_text(self.game):
            if step == "move":
                yield from self._move(node, board)
                continue
            self.depth += 1 if step == "open" else -1
            self.number_due = True
            yield " (" if step == "open" else ")"

    def _move(self, node: GameNode, board: Board) -> Iterator[str]:
        yield "\n" if board.turn == RED and not self.depth else " "
        if board.turn == RED or self.number_due:
            yield f"{board.fullmove_number}{'.' if board.turn == RED else '...'} "
        self.number_due = False
        assert node.move is not None
        text = format_move(board, node.move, self.style)
        yield f"{text[:2]}-{text[2:]}".upper() if self.style is Style.ICCS else text
        for glyph in node.nags:
            yield f" ${glyph}"
        yield from self._comment(node.comment)

    def _comment(self, text: str) -> Iterator[str]:
        """Yield a comment in braces or, if it contains braces or tags, line by line after semicolons."""
        if not text:
            return
        self.number_due = True
        if "}" in text or TAG_BEGINS.search(text):
            yield "".join(f"\n; {line}" for line in text.split("\n")) + "\n"
        else:
            yield f" {{{text}}}"
