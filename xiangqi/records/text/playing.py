"""Turns move texts into moves: finds the dialect, plays the moves, and resolves ambiguities by later moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK
from xiangqi.errors import FenError, NotationError
from xiangqi.fen import START_FEN, sound_position
from xiangqi.i18n.message import Message
from xiangqi.notation import Dialect, candidates, parse_move
from xiangqi.notation.signs import for_side
from xiangqi.records.text.movetext import MoveRun, MoveText
from xiangqi.records.text.tokens import (
    is_in_squares,
    is_of_two_sides,
    notation_of,
    parts_of,
    result_of,
    spelling,
)
from xiangqi.records.tree import EMPTY_FEN, MAX_FAULTS, Game, GameNode, RecordFault, TreeBuilder, clean_comment

USUAL: Final = Dialect.CHINESE | Dialect.WXF | Dialect.COORDINATES | Dialect.SAN | Dialect.WORDS
"""Spellings that do not clash with one another."""

_OTHERS: Final = (
    Dialect.COORDINATES_FROM_ONE | Dialect.SAN_FROM_ONE,
    Dialect.VIETNAMESE,
    Dialect.DIGITS,
)
OTHER_SIDE: Final = Message("detail.side_to_move")
"""The fault of a start position with the wrong side to move."""

_OWNERS: Final = dict.fromkeys("兵仕相帅帥", "w") | dict.fromkeys("卒将將", "b")
_SPELLINGS_LOOKED_AT: Final = 40  # moves
_SHOWN: Final = 24  # characters shown of a text that is not a move
_SURELY_EACH: Final = 6  # numbered moves in a row after which an incorrectly written one may follow
_EACH: Final = 0.75  # share of moves with their own number from which every move is expected to have one
_WIDEST: Final = 16  # readings of an ambiguous line that are followed at once


_Branch: TypeAlias = tuple[Board, list[Move]]  # a board and the moves played on it since the ambiguous text


@dataclass
class Habits:
    """The spelling habits of a file so far, passed from one game to the next."""

    dialects: Dialect = USUAL  # the spellings in which the last game could be read


class MoveReading:
    """Decides which moves a sequence of texts means.

    Iterating yields the moves; the caller pushes each one on the board before asking for the next.

    Attributes:
        stuck: whether a text was found that does not mean exactly one legal move, which ends the reading.
        doubts: (position, message) of texts that fit several moves and were resolved by later ones.
    """

    def __init__(self, board: Board, texts: Sequence[str], dialects: Dialect) -> None:
        self.board = board
        self.texts = texts
        self.dialects = dialects
        self.stuck = False
        self.doubts: list[tuple[int, str]] = []

    def __iter__(self) -> Iterator[Move]:
        position = 0
        while position < len(self.texts):
            found = candidates(self.board, self.texts[position], self.dialects)
            if len(found) != 1:
                found = self._settle(position, found)
                if not found:
                    self.stuck = True
                    return
            yield from found
            position += len(found)

    def _settle(self, position: int, found: list[Move]) -> list[Move]:
        """Return the moves from an ambiguous text up to the one that leaves one reading; empty if none does.

        All legal readings are followed in parallel, each on its own board.
        """
        readings = [(self.board.copy(), [move]) for move in found[:_WIDEST]]
        for board, moves in readings:
            board.push_unchecked(moves[0])
        following = position + 1
        while len(readings) > 1 and following < len(self.texts):
            readings = list(self._continued(readings, self.texts[following]))
            following += 1
        if len(readings) != 1:
            return []
        chosen = readings[0][1]
        others = ", ".join(str(move) for move in found if move != chosen[0])
        self.doubts.append((position, Message("detail.settled", others=others, move=str(chosen[0]))))
        return chosen

    def _continued(self, readings: Sequence[_Branch], text: str) -> Iterator[_Branch]:
        """Yield the readings that the next text allows, each with its move played."""
        room = _WIDEST
        for board, moves in readings:
            found = candidates(board, text, self.dialects)[:room]
            room -= len(found)
            for move in found[1:]:
                twin = board.copy()
                twin.push_unchecked(move)
                yield twin, [*moves, move]
            if found:
                board.push_unchecked(found[0])
                moves.append(found[0])
                yield board, moves


def complaint(board: Board, text: str, dialects: Dialect) -> str:
    """Return a message about a text that does not mean exactly one legal move."""
    try:
        return Message("detail.move_out_of_place", move=str(parse_move(board, text, dialects)))
    except NotationError as error:
        return str(error)


def grow(game: Game, moves: MoveText, line_of: Callable[[int], int], habits: Habits, fen_line: int = 1) -> None:
    """Build a game's tree from its move text, playing each move.

    If the main line breaks off, the other dialects are tried and, at the first move, the other side to move;
    whichever leads further is used.

    Args:
        game: has its start_fen; its tree is filled in, and faults are added.
        moves: the parsed text.
        line_of: returns the line of the file at an offset of the text.
        habits: the habits shown by earlier games of the file; updated.
        fen_line: line of the file that gives the start position, for faults.
    """
    known = len(game.errors)
    texts = [moves.texts[index] for index in moves.lines[0].moves]
    if side := written_side(texts) or ("b" if moves.is_reply else ""):
        _believe(game, side, texts, habits, fen_line)
    grower = _Grower(game, moves, line_of, habits.dialects, fen_line)
    if game.start_fen == EMPTY_FEN and len(game.errors) > known:
        return  # no position, no moves
    if not grower.play(moves.lines[0]):
        fen, dialects = _remedy(game, moves, habits.dialects, grower.builder.ply)
        if fen != game.start_fen or dialects != habits.dialects:
            del game.errors[known:]
            if fen != game.start_fen:
                game.add_fault(RecordFault(OTHER_SIDE, 1, line=fen_line))
            game.start_fen, game.root, habits.dialects = fen, GameNode(), dialects
            grower = _Grower(game, moves, line_of, dialects, fen_line)
            grower.play(moves.lines[0])
    for line in moves.lines[1:]:
        grower.play(line)
    grower.annotate()


def tell_of_no_moves(game: Game, moves: MoveText, line: int) -> None:
    """Add a fault to a game with headers alone (no move, result or position), unless it has a fault already."""
    if not (moves.texts or moves.result or game.errors) and game.result == "*" and game.start_fen == START_FEN:
        game.add_fault(RecordFault(Message("detail.headers_alone"), line=line))


class _Grower:
    """Plays the lines of one game's text, each from the move at which it branches off."""

    def __init__(
        self, game: Game, moves: MoveText, line_of: Callable[[int], int], dialects: Dialect, fen_line: int
    ) -> None:
        self.game = game
        self.moves = moves
        self.line_of = line_of
        self.dialects = dialects
        self.twins = _twins(game.start_fen, moves, dialects)
        self.builder = TreeBuilder(game, line=fen_line)
        self.nodes: list[GameNode | None] = [*[None] * len(moves.texts), game.root]  # ROOT is the last
        self.repeated: set[int] = set()  # indexes of moves that the tree already had when they were read

    def play(self, line: MoveRun) -> bool:
        """Add a line to the tree; return False if a fault ends it early. Nothing is played below a fault."""
        indexes = [index for index in line.moves if index not in self.twins]
        texts = [self.moves.texts[index] for index in indexes]
        parent = self._parent(line, texts)
        if parent is None:
            return True
        builder = self.builder
        builder.go_to(parent)
        gap = self._gap(indexes, texts)
        texts = texts[:gap]
        if line.is_bracket and texts and (same := self._same(parent, texts)):
            self.nodes[indexes[0]] = same
            self.repeated.add(indexes[0])
            return True
        first_ply = builder.ply + 1
        reading = MoveReading(builder.board, texts, self.dialects)
        played = 0
        merges = line.merges or self._is_in_repeated(line, indexes)
        for move in reading:
            known = builder.node.find(move) if merges else None
            if known is not None:
                builder.go_to(known)
                self.repeated.add(indexes[played])
            self.nodes[indexes[played]] = known or builder.play_legal(move)
            played += 1
        for position, message in reading.doubts:
            self._fault(indexes[position], first_ply + position, message)
        if reading.stuck and len(self.game.errors) < MAX_FAULTS:
            self._fault(
                indexes[played], builder.ply + 1, complaint(builder.board, texts[played], self.dialects)
            )
        elif gap < len(indexes):
            self._tell_of_number(indexes[gap], builder.ply + 1, Message("detail.reply_missing"))
        for twin, index in self.twins.items():
            self.nodes[twin] = self.nodes[index]
        return not reading.stuck

    def _is_in_repeated(self, line: MoveRun, indexes: Sequence[int]) -> bool:
        """Return whether a variation in brackets belongs to repeated moves, and so may be repeated itself."""
        before = (line.parent, indexes[0] - 1) if indexes else ()
        return line.is_bracket and not self.repeated.isdisjoint(before)

    def _gap(self, indexes: Sequence[int], texts: Sequence[str]) -> int:
        """Return the index of the first move whose number shows that a reply before it is missing.

        It is `len(texts)` if there is none. If most moves are numbered and the first of them can be played in
        turn, no reply is missing. If one side could have made them all, this holds only for moves in ASCII, and
        the doubt is reported.
        """
        first = 2 if self.builder.board.turn == BLACK else 1  # the first move has no move before it
        places = [
            place
            for place in range(first, len(texts))
            if indexes[place] in self.moves.alone and not is_of_two_sides(*texts[place - 1 : place + 1])
        ]
        if not places:
            return len(texts)
        if sum(index in self.moves.alone for index in indexes) >= _EACH * (len(texts) - 1):
            fen = self.builder.board.fen()
            in_turn = reach(fen, texts, self.dialects) >= min(len(texts), _SURELY_EACH)
            is_doubtful = in_turn and _fit_one_side(fen, texts[:_SPELLINGS_LOOKED_AT], self.dialects)
            if in_turn and (not is_doubtful or all(text[:1].isascii() for text in texts)):
                if is_doubtful:
                    self._tell_of_number(indexes[places[0]], 0, Message("detail.number_each"))
                return len(texts)
        return places[0]

    def _tell_of_number(self, index: int, ply: int, message: str) -> None:
        offset, text = self.moves.alone[index]
        if len(self.game.errors) < MAX_FAULTS:
            self.game.add_fault(RecordFault(message, ply, text, self.line_of(offset)))

    def _parent(self, line: MoveRun, texts: Sequence[str]) -> GameNode | None:
        """Return the node that a line continues, or None if there is none.

        Of several nodes, it is the one from which the line leads furthest; if that is unclear, a fault is
        added.
        """
        if not line.parents:
            return self.nodes[line.parent]
        nodes = [node for parent in line.parents if (node := self.nodes[parent]) is not None]
        if len(nodes) < 2:
            return nodes[0] if nodes else None
        reached = []
        for node in nodes:
            self.builder.go_to(node)
            reached.append(reach(self.builder.board.fen(), texts, self.dialects))
        if reached.count(max(reached)) > 1:
            self._fault(line.moves[0], 0, Message("detail.number_unclear"))
        return nodes[reached.index(max(reached))]

    def _same(self, parent: GameNode, texts: Sequence[str]) -> GameNode | None:
        """Return the child whose move a bracket merely repeats, or None."""
        return next(
            (node for node in parent.children if self._says(self.builder.board, texts, node.move)), None
        )

    def _says(self, board: Board, texts: Sequence[str], move: Move | None) -> bool:
        """Return whether all of the texts, in any notation, mean a given move."""
        return all(candidates(board, text, self.dialects | Dialect.ALL) == [move] for text in texts)

    def _fault(self, index: int, ply: int, message: str) -> None:
        if len(self.game.errors) < MAX_FAULTS:  # finding the line costs a walk over the text
            line = self.line_of(self.moves.offsets[index])
            self.game.add_fault(RecordFault(message, ply, self.moves.texts[index], line))

    def annotate(self) -> None:
        """Add comments, glyphs and the other parts of the text to the tree."""
        for index, comments in self.moves.comments.items():
            text = clean_comment("\n".join(comments))
            node = self.nodes[index]
            if node is not None and (index not in self.repeated or text not in node.comment):
                node.add_comment(text)
        for index, text in dict.fromkeys(self.moves.restated):
            if (node := self.nodes[index]) is not None and node.parent is not None:
                board = self.game.board_at(node.parent)
                if not self._says(board, parts_of(text), node.move):
                    node.add_comment(text)
        red_first = self.game.start_fen.split()[1] == "w"
        for index, glyphs in self.moves.nags.items():
            if (node := self.nodes[index]) is not None:
                is_black = min(glyphs) < 0 and (node.ply() % 2 == 0) == red_first
                found = [for_side(glyph, black=is_black) for glyph in glyphs]
                is_again = index in self.repeated and set(found) <= set(node.nags)
                node.nags = node.nags if is_again else (*node.nags, *found)
        self._annotate_with_words()
        number, place, said = self.moves.begins
        if number > 1 and self.game.start_fen == START_FEN:
            self.game.add_fault(
                RecordFault(Message("detail.number_begins"), token=said, line=self.line_of(place))
            )
        for offset, token, message in self.moves.problems:
            self.game.add_fault(RecordFault(message, token=token, line=self.line_of(offset)))

    def _annotate_with_words(self) -> None:
        """Attach the words before the moves to the start, and those after them to the last move."""
        moves, root = self.moves, self.game.root
        if moves.preface:
            root.comment = clean_comment(f"{moves.preface}\n{root.comment}")
        if moves.footer:
            root.end().add_comment(moves.footer)
        if moves.preface and not moves.texts and not result_of(moves.preface):
            token = moves.preface.split("\n")[0][:_SHOWN]
            self.game.add_fault(
                RecordFault(Message("detail.words_no_move"), 0, token, self.line_of(moves.words_at))
            )


def _twins(start_fen: str, moves: MoveText, dialects: Dialect) -> dict[int, int]:
    """Map the index of each move that repeats a main-line move in another notation to that move's index.

    The result is empty unless each notation has all the moves, and they are playable and agree to the end.
    """
    texts = moves.texts
    rows = _notations(moves.lines[0].moves, texts)
    if len(rows) < 2:
        return {}
    try:
        board = Board(start_fen)
    except FenError:
        return {}
    reading = MoveReading(board, [texts[index] for index in rows[0]], dialects)
    for move, *others in zip(reading, *rows[1:], strict=False):
        if any(candidates(board, texts[other], dialects) != [move] for other in others):
            return {}
        board.push_unchecked(move)
    return {} if reading.stuck else {other: same[0] for same in zip(*rows, strict=True) for other in same[1:]}


def _notations(indexes: Sequence[int], texts: Sequence[str]) -> list[list[int]]:
    """Return the indexes of moves grouped by notation; empty if the groups differ in size."""
    for notation in (notation_of, str.isascii, is_in_squares):
        rows: dict[int, list[int]] = {}
        for index in indexes:
            rows.setdefault(notation(texts[index]), []).append(index)
        if len(rows) > 1 and len(set(map(len, rows.values()))) == 1:
            return [rows[kind] for kind in sorted(rows)]
    return []


def _believe(game: Game, side: str, texts: Sequence[str], habits: Habits, fen_line: int) -> None:
    """Make the given side move first, with a fault, if that lets at least as many moves be played."""
    fields = game.start_fen.split()
    if len(fields) > 1 and fields[1] in "wrb" and (fields[1] == "b") != (side == "b"):
        other = _other_side(" ".join([*fields, "-", "-", "0", "1"][:6] if len(fields) < 6 else fields))
        dialects = habits.dialects
        if other and reach(other, texts, dialects) >= max(1, reach(game.start_fen, texts, dialects)):
            game.start_fen = other
            game.add_fault(RecordFault(OTHER_SIDE, 1, line=fen_line))


def written_side(texts: Sequence[str]) -> str:
    """Return the side, "w" or "b", of the first of some moves, judging by their spelling; "" if unclear.

    Chinese records have Red's moves in Chinese numerals and Black's in digits; some in WXF have Red's in
    capitals and Black's in small letters. Only moves that alternate throughout are evidence; a single one needs
    a piece whose name only one side uses.
    """
    sides = [spelling(text) for text in texts[:_SPELLINGS_LOOKED_AT]]
    if len(sides) == 1:
        owner = "".join(_OWNERS.get(letter, "") for letter in texts[0])
        return sides[0] if sides[0] == owner else ""
    even, odd = set(sides[::2]), set(sides[1::2])
    return sides[0] if even | odd == {"w", "b"} and len(even) == len(odd) == 1 else ""


def reach(start_fen: str, texts: Sequence[str], dialects: Dialect) -> int:
    """Return the number of texts that can be played, in order, from a start position."""
    board = Board(start_fen)
    count = 0
    for move in MoveReading(board, texts, dialects):
        board.push_unchecked(move)
        count += 1
    return count


def _fit_one_side(start_fen: str, texts: Sequence[str], dialects: Dialect) -> bool:
    """Return whether all of the texts can be consecutive moves of the side to move, without replies."""
    fen = start_fen
    for text in texts:
        board = Board(fen)
        found = candidates(board, text, dialects)
        if not found:
            return False
        board.push_unchecked(found[0])
        fen = _other_side(board.fen())
        if not fen:
            return False
    return True


def _remedy(game: Game, moves: MoveText, dialects: Dialect, reached: int) -> tuple[str, Dialect]:
    """Return the start position and dialect with which a main line that broke off leads furthest."""
    texts = [moves.texts[index] for index in moves.lines[0].moves]
    best = (game.start_fen, dialects)
    positions = [game.start_fen]
    if not reached and (other := _other_side(game.start_fen)):
        positions.append(other)
    for fen in positions:
        for others in (USUAL, *_OTHERS):
            plies = reach(fen, texts, others)
            if plies > reached:
                reached, best = plies, (fen, others)
    return best


def _other_side(fen: str) -> str:
    """Return the position with the other side to move; "" if that is impossible."""
    board, side, rest = fen.split(maxsplit=2)
    other = f"{board} {'b' if side == 'w' else 'w'} {rest}"
    try:
        sound_position(other)
    except FenError:
        return ""
    return other
