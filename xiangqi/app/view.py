"""What the window draws, derived from the state: pure functions, cheap enough for every frame."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import islice

from xiangqi.app import positions, turns
from xiangqi.app.archive import rules_in
from xiangqi.app.clock import Reading
from xiangqi.app.positions import Snapshot
from xiangqi.app.state import AppState, Player, Purpose
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS
from xiangqi.records.revision import MOVE_MARKS, Revision
from xiangqi.records.tree import GameNode
from xiangqi.referee import Outcome, RepetitionVerdict, RepetitionWarning, Rules

MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Annotation glyphs of PGN that are shown; all others are kept, but not seen."""

_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]')

_MOST_FOLLOWING = 7  # moves of a variation that are told after its first


@dataclass(frozen=True)
class Line:
    """The line of moves that is on the board: of the record if one is open, else of the running game.

    Attributes:
        start_fen: where it begins.
        moves: all its moves.
        ply: how many of them have been made on the board.
    """

    start_fen: str
    moves: tuple[Move, ...]
    ply: int

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves up to the shown position."""
        return self.moves[: self.ply]

    @property
    def at_end(self) -> bool:
        """Whether the last position is shown."""
        return self.ply == len(self.moves)


def line(state: AppState) -> Line:
    """The line on the board: of a position being set up one without moves."""
    if state.editor is not None:
        return Line(state.editor.fen, (), 0)
    if state.record is not None:
        return Line(state.record.game.start_fen, state.record.moves, state.record.ply)
    return Line(state.game.setup.start_fen, state.game.moves, state.game.ply)


def board_line(state: AppState) -> Line:
    """The line as it is on the board: that of `line`, unless another is being played out for a look."""
    preview = state.preview
    if preview is None:
        return line(state)
    return Line(preview.start_fen, preview.base + preview.moves, len(preview.base) + preview.shown)


def rules(state: AppState) -> Rules:
    """By which rules the line on the board is judged."""
    rules = state.game.setup.rules
    return rules if state.record is None else rules_in(state.record.game.headers, rules)


def snapshot(state: AppState) -> Snapshot:
    """The position on the board: pieces, side to move, king in check."""
    shown = board_line(state)
    return positions.snapshot(shown.start_fen, shown.played)


def last_move(state: AppState) -> Move | None:
    """The move that led to the position on the board, None at the start."""
    shown = board_line(state)
    return shown.moves[shown.ply - 1] if shown.ply else None


def side_to_move(state: AppState) -> int:
    """RED or BLACK in the running game, whatever is on the board."""
    return turns.side_to_move(state.game)


class Status(str, Enum):
    """What the session is waiting for; the window has a sentence for each."""

    BROWSING = "browsing"  # a record is on the board
    OVER = "over"
    PAUSED = "paused"
    THINKING = "thinking"  # an engine is to move
    ENGINE_GONE = "engine_gone"  # an engine is to move, but it failed: UseBuiltIn or TakeBack go on
    RED_TO_MOVE = "red_to_move"
    BLACK_TO_MOVE = "black_to_move"


def status(state: AppState) -> Status:
    """What the session is waiting for."""
    if state.record is not None:
        return Status.BROWSING
    if state.game.end is not None:
        return Status.OVER
    if state.game.paused:
        return Status.PAUSED
    if turns.is_engine_turn(state.game):
        return Status.THINKING if state.search is not None else Status.ENGINE_GONE
    return Status.RED_TO_MOVE if side_to_move(state) == RED else Status.BLACK_TO_MOVE


def is_thinking(state: AppState) -> bool:
    """Whether an engine is at work on a move to play."""
    return state.search is not None and state.search.purpose is Purpose.PLAY


def is_preparing(state: AppState, player: Player) -> bool:
    """Whether a player of the running game is an engine that needs a while before it is ready."""
    return not player.is_human and player.command in state.preparing


@dataclass(frozen=True)
class MoveEntry:
    """One move of the list.

    Attributes:
        ply: the position after it; GoTo(ply) shows it.
        number: of the round, as it is counted from the start position.
        side: RED or BLACK, who played it.
        text: in the player's notation.
        comment: of the record, "" for none.
        marks: the annotation marks, such as "!?", "" for none.
        variations: how many other moves the record knows in the same position.
        place: of the move among these and itself, from 0.
    """

    ply: int
    number: int
    side: int
    text: str
    comment: str = ""
    marks: str = ""
    variations: int = 0
    place: int = 0


def move_entries(state: AppState) -> tuple[MoveEntry, ...]:
    """The move list of the line on the board; the very same tuple as long as the line does not change."""
    shown = line(state)
    style = Style(state.settings.notation)
    if state.record is None:
        return _entries(shown.start_fen, shown.moves, (), None, style)
    return _entries(shown.start_fen, shown.moves, state.record.nodes[1:], state.record.tree, style)


@lru_cache(maxsize=8)
def _entries(
    start_fen: str, moves: tuple[Move, ...], nodes: tuple[GameNode, ...], tree: Revision | None, style: Style
) -> tuple[MoveEntry, ...]:
    """The list of some moves; nodes are those of a record, one a move, or empty."""
    entries = []
    for index, text in enumerate(positions.move_texts(start_fen, moves, style)):
        entry = MoveEntry(index + 1, *_round(start_fen, index), text)
        entries.append(entry if tree is None else _annotated(entry, tree, nodes[index]))
    return tuple(entries)


def _round(start_fen: str, index: int) -> tuple[int, int]:
    """Number of the round and the side of a move, by its place in the line, from 0."""
    start = positions.snapshot(start_fen, ())
    first, black_first = int(start.fen.split()[5]), start.turn != RED
    side = start.turn if index % 2 == 0 else opponent(start.turn)
    return first + (index + black_first) // 2, side


def _marks(tree: Revision, node: GameNode) -> str:
    return "".join(MARKS[nag] for nag in tree.nags(node) if nag in MARKS)


def _annotated(entry: MoveEntry, tree: Revision, node: GameNode) -> MoveEntry:
    siblings = tree.siblings(node)
    return replace(
        entry,
        comment=tree.comment(node),
        marks=_marks(tree, node),
        variations=len(siblings) - 1,
        place=siblings.index(node),
    )


def comment(state: AppState) -> str:
    """What the record says about the position on the board, "" for nothing."""
    return state.record.tree.comment(state.record.node) if state.record is not None else ""


def mark(state: AppState) -> int | None:
    """The mark of the shown move of a record, one of MOVE_MARKS, None for none."""
    nags = state.record.tree.nags(state.record.node) if state.record is not None else ()
    return next((nag for nag in nags if nag in MOVE_MARKS), None)


def other_text(state: AppState, ply: int, place: int) -> str:
    """Another move that the record knows at a ply of the shown line, by its place, and what follows it."""
    record = state.record
    if record is None:
        return ""
    node = record.tree.siblings(record.nodes[ply])[place]
    before, style = record.moves[: ply - 1], Style(state.settings.notation)
    return _variation_text(record.game.start_fen, before, record.tree, node, style)


@lru_cache(maxsize=256)
def _variation_text(
    start_fen: str, before: tuple[Move, ...], tree: Revision, node: GameNode, style: Style
) -> str:
    """The first moves of a variation with the numbers of the rounds."""
    nodes = [node, *islice(tree.line(node), _MOST_FOLLOWING)]
    moves = tuple(step.move for step in nodes if step.move is not None)
    words = []
    for index, text in enumerate(positions.following_texts(start_fen, before, moves, style)):
        number, side = _round(start_fen, len(before) + index)
        if side == RED or index == 0:
            words.append(f"{number}." if side == RED else f"{number}…")
        words.append(text + _marks(tree, nodes[index]))
    return " ".join(words)


def player(state: AppState, side: int) -> Player:
    """Who plays or played a side of what is on the board; of a record only the name is known."""
    if state.record is None:
        return state.game.setup.player(side)
    return Player(name=state.record.tree.headers.get("Red" if side == RED else "Black", ""))


_WINNERS = {"1-0": RED, "0-1": BLACK, "1/2-1/2": None}


def result(state: AppState) -> Outcome | None:
    """The result of what is on the board, None while it is open; the reason is "" where nobody knows it.

    Of a record it is what its text says; at its end the referee adds the reason where he comes to the same, and
    the result where the text leaves it open.
    """
    if state.editor is not None:
        return None
    if state.record is None:
        return state.game.end
    record = state.record.tree
    told = Outcome(_WINNERS[record.result], "") if record.result in _WINNERS else None
    judged = _end_of_record(state)
    return judged if judged is not None and (told is None or told.winner == judged.winner) else told


def _end_of_record(state: AppState) -> Outcome | None:
    """What the referee says at the end of a record's line, while that or its last cycle is looked at."""
    shown = line(state)
    if not shown.at_end and state.replay is None:
        return None
    return positions.outcome(shown.start_fen, shown.moves, rules(state))


def judged_end(state: AppState) -> Outcome | None:
    """How the line on the board was ended by a judged repetition, None where nothing such did."""
    if state.editor is not None:
        return None
    end = state.game.end if state.record is None else _end_of_record(state)
    return end if end is not None and end.verdict is not None else None


def judged_cycle(state: AppState) -> RepetitionVerdict | None:
    """The judgement of the repetition that ended the line on the board, None where nothing such did."""
    end = judged_end(state)
    return None if end is None else end.verdict


def warning(state: AppState, square: int | None = None) -> RepetitionWarning | None:
    """What the player has to know of repetitions before the next move; None for nothing.

    That of the target on a square; else of the typed move; else, when a piece is in hand, of its first
    target that would lose, or could be made to lose.

    Args:
        state: the session.
        square: the one that is pointed at.
    """
    pointed = next((target for target in state.hand.targets if target.square == square), None)
    if pointed is not None:
        return pointed.warning
    if state.hand.typed and status(state) in (Status.RED_TO_MOVE, Status.BLACK_TO_MOVE):
        return _typed_warning(state)
    grave = [target for target in state.hand.targets if target.loses or target.exposes]
    return max(grave, key=lambda target: target.loses).warning if grave else None


def _typed_warning(state: AppState) -> RepetitionWarning | None:
    game = state.game
    if game.ply < len(game.moves):
        return None
    return positions.repetition_warning(
        game.setup.start_fen, game.moves, state.hand.typed.strip(), game.setup.rules
    )


def reading(state: AppState, side: int) -> Reading | None:
    """What the clock of a side shows; None without one, and while a record is on the board."""
    clock = state.game.clock
    return None if clock is None or state.record is not None else clock.reading(side, state.now)


def times(state: AppState) -> tuple[str, ...]:
    """What the clocks show as text, to find out whether that has changed."""
    shown = (reading(state, side) for side in (RED, BLACK))
    return tuple(clock.text for clock in shown if clock is not None)


def pv_texts(state: AppState) -> tuple[str, ...]:
    """The line that the engine expects, in the player's notation; empty when it is not thinking."""
    if state.search is None or state.search.info is None:
        return ()
    game = state.game
    style = Style(state.settings.notation)
    return positions.following_texts(game.setup.start_fen, game.moves, state.search.info.pv, style)


def can_take_back(state: AppState) -> bool:
    """Whether TakeBack would do something."""
    return state.record is None and state.game.clock is None and turns.take_back_count(state.game) > 0


def can_redo(state: AppState) -> bool:
    """Whether Redo would do something."""
    return state.record is None and state.game.clock is None and bool(state.game.undone)


def can_play_on(state: AppState) -> bool:
    """Whether ContinueFromHere may leave the moves behind the shown position: not against the clock."""
    return state.record is not None or state.game.clock is None or state.game.end is not None


def suggested_name(state: AppState) -> str:
    """A file name for saving what is on the board: its own where that can be written, else one of a PGN file.

    A game of several in a file gets a name of its own.
    """
    record = state.record
    if record is None:
        return "game.pgn"
    path = record.target or record.path
    if path is None:
        names = (record.tree.headers.get(name, "") for name in ("Red", "Black"))
        words = "-".join(filter(None, (_NOT_IN_NAMES.sub("", name).strip(" .") for name in names)))
        return f"{words or 'game'}.pgn"
    if len(record.games) > 1 and path == record.path:
        return f"{path.stem}-{record.index + 1}.pgn"
    writable = path.suffix.lower() in {writer.suffix for writer in WRITERS.values()}
    return path.name if writable else path.with_suffix(".pgn").name
