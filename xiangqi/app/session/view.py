"""The data that the window draws, derived from the state by pure functions cheap enough for every frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import islice

from xiangqi.app.session import positions, turns
from xiangqi.app.session.coaching import Interruption
from xiangqi.app.session.document import Document
from xiangqi.app.session.players import RESIGNATION, Player
from xiangqi.app.session.positions import Snapshot
from xiangqi.app.session.recorded_clock import recorded_left_s
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.selection import Reason
from xiangqi.app.session.state import AppState
from xiangqi.app.session.time_control import ClockReading
from xiangqi.app.session.transcript import player_in
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Line, Moves
from xiangqi.media import for_file_name
from xiangqi.notation import Style
from xiangqi.records.files import WRITTEN_SUFFIXES
from xiangqi.records.revision import MOVE_MARKS, Revision
from xiangqi.records.rules import rules_in
from xiangqi.records.tree import GameNode
from xiangqi.records.tree import known as known_tag
from xiangqi.referee import Outcome, RepetitionVerdict, RepetitionWarning, Rules

MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""PGN's numbers for annotation glyphs -> the glyphs that are shown; others are kept, but not shown."""


_MOST_FOLLOWING = 7  # moves of a variation that are shown after its first


@dataclass(frozen=True)
class ShownLine:
    """The line that the document on the board shows."""

    whole: Line
    ply: int  # the number of its moves that have been made on the board

    @property
    def moves(self) -> Moves:
        """All moves of the line."""
        return self.whole.moves

    @property
    def here(self) -> Line:
        """The line up to the shown position."""
        return self.whole.upto(self.ply)

    @property
    def at_end(self) -> bool:
        """Whether the last position is shown."""
        return self.ply == len(self.moves)


def line(state: AppState) -> ShownLine:
    """Return the line of the document on the board."""
    document = state.document
    return ShownLine(document.line, document.cursor.ply)


def board_line(state: AppState) -> ShownLine:
    """Return the line on the board: the previewed one, or else that of `line`."""
    preview = state.preview
    if preview is None:
        return line(state)
    return ShownLine(preview.base.then(*preview.moves), len(preview.base.moves) + preview.shown)


def rules(state: AppState) -> Rules:
    """Return the rules by which the line on the board is judged."""
    document = state.document
    if document.play is not None:
        return document.play.setup.rules
    return rules_in(document.tree.headers, state.play.setup.rules)


def snapshot(state: AppState) -> Snapshot:
    """Return the position on the board: pieces, side to move, king in check."""
    return positions.snapshot(board_line(state).here)


def last_move(state: AppState) -> Move | None:
    """Return the move that led to the position on the board, None at the start.

    In repertoire training, a question starts after the opponent's move.
    """
    shown = board_line(state)
    return shown.moves[shown.ply - 1] if shown.ply else state.document.mode.move_before


class Status(str, Enum):
    """The states of the game on the board; the window has a text for each."""

    BROWSING = "browsing"  # no game is being played on the board
    OVER = "over"
    PAUSED = "paused"
    THINKING = "thinking"  # an engine is to move
    ENGINE_GONE = "engine_gone"  # the engine to move has failed: UseBuiltIn or TakeBack continues
    RED_TO_MOVE = "red_to_move"
    BLACK_TO_MOVE = "black_to_move"


def status(state: AppState) -> Status:
    """Return the state of the game on the board."""
    play = state.document.play
    if play is None:
        return Status.BROWSING
    if play.end is not None:
        return Status.OVER
    if play.paused:
        return Status.PAUSED
    if turns.is_engine_turn(play):
        at_work = state.search is not None or state.coaching.interruption is not None
        return Status.THINKING if at_work else Status.ENGINE_GONE
    return Status.RED_TO_MOVE if turns.side_to_move(play) == RED else Status.BLACK_TO_MOVE


def closed(state: AppState) -> Reason | None:
    """Return the reason why no piece can be moved on the board now, or None if one can."""
    play = state.document.play
    if state.replay is not None:
        return Reason.GAME_OVER
    if state.preview is not None or play is None or not state.document.at_tip:
        return None
    if play.end is not None:
        return Reason.GAME_OVER
    if play.paused:
        return Reason.PAUSED
    return Reason.NOT_YOUR_TURN if turns.is_engine_turn(play) else None


def explores(state: AppState) -> bool:
    """Return whether a move on the board is added as a variation.

    This is so in a study, and at earlier positions of a game that is over.
    """
    return state.document.takes_variations and not state.document.at_tip


def looks_back(state: AppState) -> bool:
    """Return whether an earlier position of a game that is being played is on the board."""
    document = state.document
    playing = document.is_own_game and document.play is not None and document.play.end is None
    return playing and not document.at_tip and state.preview is None and state.replay is None


def takes_notes(state: AppState) -> bool:
    """Return whether comments on the shown move can be read and written; beside a game, only in open notes."""
    if state.document.play is None:
        return not state.document.mode.arranges
    return state.notes


def is_thinking(state: AppState) -> bool:
    """Return whether an engine is thinking about its move."""
    return state.search is not None and state.search.purpose is Purpose.PLAY


def is_preparing(state: AppState, player: Player) -> bool:
    """Return whether a player is an engine that is not ready yet."""
    return not player.is_human and player.command in state.preparing


@dataclass(frozen=True)
class MoveEntry:
    """A move in the move list."""

    ply: int  # the position after it; GoTo(ply) shows it
    number: int  # the round's number, counted from the start position
    side: int  # the side that played it, RED or BLACK
    text: str  # in the player's notation
    comment: str = ""  # the record's comment, "" for none
    marks: str = ""  # the annotation marks, such as "!?", "" for none
    variations: int = 0  # how many other moves the record has in the same position
    place: int = 0  # the move's index among these and itself, from 0
    piece: int = 0  # code of the piece that moved


def move_entries(state: AppState) -> tuple[MoveEntry, ...]:
    """Return the move list of the line on the board; the same tuple as long as the line does not change."""
    document = state.document
    return _entries(document.cursor.nodes, document.tree, Style(state.settings.notation))


@lru_cache(maxsize=8)
def _entries(nodes: tuple[GameNode, ...], tree: Revision, style: Style) -> tuple[MoveEntry, ...]:
    """Return the move-list entries for the moves of a line."""
    line = Line(tree.game.start_fen, tuple(node.move for node in nodes if node.move is not None))
    entries = []
    codes = positions.moved_pieces(line.upto(0), line.moves)
    for index, (text, code) in enumerate(zip(positions.move_texts(line, style), codes, strict=True)):
        entry = MoveEntry(index + 1, line.round_at(index), line.turn_at(index), text, piece=code)
        entries.append(_annotated(entry, tree, nodes[index + 1]))
    return tuple(entries)


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
    """Return the document's comment on the position on the board, or ""."""
    return state.document.tree.comment(state.document.node)


def mark(state: AppState) -> int | None:
    """Return the mark of the shown move, one of MOVE_MARKS, or None."""
    nags = state.document.tree.nags(state.document.node)
    return next((nag for nag in nags if nag in MOVE_MARKS), None)


def other_text(state: AppState, ply: int, place: int) -> str:
    """Return the text of an alternative move at a ply, given its place, and of its continuation."""
    document, cursor = state.document, state.document.cursor
    node = document.tree.siblings(cursor.nodes[ply])[place]
    return _variation_text(document.line.upto(ply - 1), document.tree, node, Style(state.settings.notation))


@lru_cache(maxsize=256)
def _variation_text(before: Line, tree: Revision, node: GameNode, style: Style) -> str:
    """Return the first moves of a variation, with round numbers."""
    nodes = [node, *islice(tree.line(node), _MOST_FOLLOWING)]
    moves = tuple(step.move for step in nodes if step.move is not None)
    words = []
    for index, text in enumerate(positions.following_texts(before, moves, style)):
        ply = len(before.moves) + index
        number, side = before.round_at(ply), before.turn_at(ply)
        if side == RED or index == 0:
            words.append(f"{number}." if side == RED else f"{number}…")
        words.append(text + _marks(tree, nodes[index]))
    return " ".join(words)


def player(state: AppState, side: int) -> Player:
    """Return the player of a side; details that are unknown have their defaults."""
    document = state.document
    if document.play is not None:
        return document.play.setup.player(side)
    return player_in(document.tree.headers, side)


_WINNERS = {"1-0": RED, "0-1": BLACK, "1/2-1/2": None}


def result(state: AppState) -> Outcome | None:
    """Return the result of the document on the board, or None while it is open; the reason is "" if unknown.

    A record's result is that of its main line. At the end of a line the referee supplies the reason if its
    result agrees, and the result if the record leaves it open.
    """
    document = state.document
    if document.play is not None:
        return document.play.end
    known = document.tree.result in _WINNERS and document.tree.branch(document.cursor.nodes[-1]) is None
    told = Outcome(_WINNERS[document.tree.result], "") if known else None
    judged = _judged(state)
    return judged if judged is not None and (told is None or told.winner == judged.winner) else told


def shown_result(state: AppState) -> Outcome | None:
    """Return the result if the document is at the end of the game, even behind a preview, or None."""
    document = state.document
    here = document.at_tip if document.play is not None else line(state).at_end
    return result(state) if here else None


def is_won_here(state: AppState) -> bool:
    """Return whether the game on the board has been won, and not by an engine against a person."""
    end, side = result(state), state.document.player_side
    return end is not None and end.winner is not None and side in (None, end.winner)


def board_end(state: AppState) -> Outcome | None:
    """Return the outcome of the game in the position on the board, even in a preview; None if it goes on."""
    if state.preview is None:
        return shown_result(state)
    return positions.outcome(board_line(state).here, rules(state))


def _judged(state: AppState) -> Outcome | None:
    """Return the referee's outcome of the shown line; None unless its end or its last cycle is shown."""
    shown = line(state)
    if state.document.mode.arranges or not (shown.at_end or state.replay is not None):
        return None
    return positions.outcome(shown.whole, rules(state))


def reason_key(result: Outcome) -> str:
    """Return the message key of a result's reason; for a resignation, the key names the side."""
    if result.reason != RESIGNATION or result.winner is None:
        return result.reason
    return f"{RESIGNATION}.{'black' if result.winner == RED else 'red'}"


def judged_end(state: AppState) -> Outcome | None:
    """Return the outcome of the judged repetition that ended the line on the board, or None.

    A variation of a game does not end as the game does.
    """
    document, play = state.document, state.document.play
    end = play.end if play is not None and document.line == play.line else _judged(state)
    return end if end is not None and end.verdict is not None else None


def judged_cycle(state: AppState) -> RepetitionVerdict | None:
    """Return the verdict on the repetition that ended the line on the board, or None."""
    end = judged_end(state)
    return None if end is None else end.verdict


def warning(state: AppState, square: int | None = None) -> RepetitionWarning | None:
    """Return the repetition warning to show before the next move, or None.

    It is the one for the target on the given square; otherwise for the typed move; otherwise for the selected
    piece's first target that would lose or could be made to lose.

    Args:
        state: the session.
        square: the square under the pointer.
    """
    pointed = next((target for target in state.selection.targets if target.square == square), None)
    if pointed is not None:
        return pointed.warning
    if state.selection.typed and state.document.at_tip and closed(state) is None:
        return positions.repetition_warning(line(state).here, state.selection.typed.strip(), rules(state))
    grave = [target for target in state.selection.targets if target.loses or target.exposes]
    return max(grave, key=lambda target: target.loses).warning if grave else None


def reading(state: AppState, side: int) -> ClockReading | None:
    """Return the display of a side's clock, or None if the game on the board has none.

    In a finished game or a record, it shows the time left in the position on the board.
    """
    document = state.document
    clock = document.play.clock if document.play is not None else None
    if document.play is None or (document.play.end is not None and not document.at_tip):
        left = recorded_left_s(document, side)
        if left is not None or clock is None:
            return None if left is None else ClockReading(left)
    return None if clock is None else clock.reading(side, state.now)


def pv_texts(state: AppState) -> tuple[str, ...]:
    """Return the line that the engine expects, in the player's notation.

    The result is empty if the engine is not thinking or has not reported yet.
    """
    if state.search is None or state.search.info is None:
        return ()
    return positions.following_texts(state.play.line, state.search.info.pv, Style(state.settings.notation))


def can_take_back(state: AppState) -> bool:
    """Return whether TakeBack would have an effect."""
    play = state.document.play
    if play is None or turns.take_back_count(play) == 0:
        return False
    return play.clock is None or turns.takes_back_by_agreement(play)


def can_play_on(state: AppState) -> bool:
    """Return whether ContinueFromHere may discard the moves after the shown position; False in a timed game."""
    play = state.document.play
    return play is None or not play.is_contest


def title_of_file(document: Document, today: str) -> str:
    """Return the base name for a new file: the players or the title, and the date."""
    tags, play = document.tree.headers, document.play
    players = (play.setup.red.name, play.setup.black.name) if play is not None else ("", "")
    named = (known_tag(tags, side) or name for side, name in zip(("Red", "Black"), players, strict=True))
    title = "-".join(filter(None, named)) or known_tag(tags, "Title") or known_tag(tags, "Event") or "xiangqi"
    date = (known_tag(tags, "Date") or today).replace(".", "-").rstrip("?-")
    return " ".join(filter(None, map(for_file_name, (title, date))))


def suggested_name(state: AppState) -> str:
    """Return a file name for saving the document: its own if that format can be written, otherwise a PGN name.

    One of several games in a file gets a different name.
    """
    document, collection = state.document, state.document.collection
    path = document.target or (collection.path if collection is not None else None)
    if path is None:
        return f"{title_of_file(document, state.today)}.pgn"
    if collection is not None and len(collection.games) > 1 and path == collection.path:
        return f"{path.stem}-{collection.index + 1}.pgn"
    writable = path.suffix.lower() in WRITTEN_SUFFIXES
    return path.name if writable else path.with_suffix(".pgn").name


def session_score(state: AppState, side: int) -> float | None:
    """Return a player's points against the opponent in the games that have ended in this session.

    A win counts 1 and a draw ½. The result is None unless both have names and have finished a game.
    """
    play = state.document.play
    if play is None or not play.setup.are_named:
        return None
    names = {play.setup.red.name, play.setup.black.name}
    winners = [game.winner for game in state.session_results if {game.red, game.black} == names]
    name = play.setup.player(side).name
    return sum(1.0 if winner == name else 0.5 * (not winner) for winner in winners) if winners else None


def interruption_at(state: AppState) -> Interruption | None:
    """Return the interruption about the last move of the current game, or None."""
    interruption, game = state.coaching.interruption, state.current_game
    if interruption is None or interruption.document_id != game.id or state.play.end is not None:
        return None
    return interruption if interruption.moves == state.play.moves else None


def shown_interruption(state: AppState) -> Interruption | None:
    """Return the interruption about the last move if its game is on the board, or None."""
    return interruption_at(state) if state.document.id == state.current_game.id else None
