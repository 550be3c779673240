"""The card about the puzzle in progress, with buttons that lead to other puzzles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pygame

from xiangqi.app.exercises.classics import ShowBookLine, page_to_tell, page_with_answer
from xiangqi.app.exercises.levels import MOST_STARS, ClassicsState
from xiangqi.app.exercises.modes import Origin, Puzzle
from xiangqi.app.exercises.puzzle_goal import is_puzzle
from xiangqi.app.exercises.puzzles import ListPuzzles, SolveAnother, is_over, leads_back, leads_on
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.session.document import Document
from xiangqi.app.session.solved import is_solved, key_of
from xiangqi.core.constants import RED
from xiangqi.ui.exercises.exercise_card import SideToMove
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.coach_rows import SentenceRow, taken_piece, told_moves, why_better
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.notes import NoteSubject, note_about
from xiangqi.ui.parts.refused import refused_note
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, PAGE_TITLE, SMALL, TITLE
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_NOWHERE: Final = pygame.Rect(0, 0, 0, 0)
_REPLIES: Final = 3  # the most moves of the reply to a wrong move that are played out
_LINES: Final = 3  # lines of words below the task for which there is room before they come
_HEAD: Final = 20.0
_SIDE: Final = 56.0  # size of the general of the side to move, points
_STARS: Final = 48.0  # height of the stars of a level, points
_ALONE: Final = 2  # the games of a list with one mistake: its position, and the whole game
_EDGE: Final = 12.0
_GOALS: Final = {
    (True, False): "puzzle.red_wins",
    (True, True): "puzzle.red_draws",
    (False, False): "puzzle.black_wins",
    (False, True): "puzzle.black_draws",
}

_SIZES: Final = (PAGE_TITLE, TITLE, LEAD, BODY)  # sizes for the goal, of which the largest that fits is used


@dataclass
class Stars(Widget):
    """The stars of a level in a row; the earned ones are gold."""

    count: int = 0

    def draw(self, painter: Painter, memory: Memory) -> None:
        side = min(self.rect.height, self.rect.width // MOST_STARS)
        left = self.rect.centerx - MOST_STARS * side // 2
        for number in range(MOST_STARS):
            box = pygame.Rect(left + number * side, self.rect.top, side, self.rect.height)
            ink = painter.palette.accent if number < self.count else painter.palette.disabled
            painter.icon("star", box, side / painter.unit - 6, ink)


def puzzle_height(scene: PanelContext, width_px: int) -> float:
    """Return the height in points that the card of the puzzle on the board needs.

    It includes room for a comment before there is one, so that no button moves.
    """
    puzzle, painter = scene.state.mode(Puzzle), scene.painter
    if puzzle is None:
        return 0.0
    inner = width_px - 2 * scene.px(_EDGE)
    words = painter.paragraph_height(_told(scene, puzzle), inner, BODY)
    told = max(words, _LINES * painter.line_height(BODY)) / painter.unit
    leads = leads_on(scene.state.document) and not _is_alone(scene, puzzle)
    goal = painter.line_height(_SIZES[0]) / painter.unit
    return _HEAD + _SIDE + GAP + goal + told + CONTROL * (1 + leads) + GAP + 2 * _EDGE + 4 * GAP


@note_about(NoteSubject.PUZZLE, height=puzzle_height)
def puzzle_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the puzzle's number, its task or outcome, the comment on it, and the buttons."""
    puzzle, painter = scene.state.mode(Puzzle), scene.painter
    if puzzle is None:
        return []
    palette, won, told = painter.palette, _won(scene, puzzle), _told(scene, puzzle)
    room = Room(rect, painter.unit).inner(_EDGE)
    buttons = _buttons(scene, puzzle, room)
    head = room.top(_HEAD, 0)
    told_px = painter.paragraph_height(told, room.rest.width, BODY)
    words, width_px = _words(scene, puzzle, won=won), room.rest.width
    size = next((size for size in _SIZES if painter.width(words, size, True) <= width_px), BODY)
    needed = painter.line_height(size) + told_px + 2 * scene.px(GAP)
    picture = _picture(scene, puzzle, won=won)
    high = scene.px(_STARS if isinstance(picture, Stars) else _SIDE)
    if needed + high + scene.px(GAP) > room.rest.height:
        high = 0
    room.top_px(max(0, (room.rest.height - needed - high) // 3), 0)
    if high:
        picture.rect = room.top_px(high)
    missed = puzzle.found is False or (puzzle.has_slipped and not won)
    ink = palette.good if won else palette.danger if missed else palette.text
    goal = Label("puzzle.goal", room.top_px(painter.line_height(size)), words, size, ink, bold=True)
    goal.single, goal.align = True, "centre"
    return [
        Card("note", rect, marked=won),
        Label("puzzle.title", head, _numbered(scene, puzzle), size=SMALL, colour=palette.muted, single=True),
        *([picture] if high else []),
        goal,
        *_told_widget(scene, puzzle, room.top_px(told_px), told),
        *refused_note(scene, room),
        *buttons,
    ]


def _told_widget(scene: PanelContext, puzzle: Puzzle, rect: pygame.Rect, told: str) -> list[Widget]:
    """Lay out the comment below the task, if any; a click on the reply to a wrong move plays it out."""
    replies = puzzle.reply_line[:_REPLIES] if puzzle.task is not None and puzzle.found is False else ()
    if not told:
        return []
    if not replies or not puzzle.moves:
        return [Label("puzzle.told", rect, told, align="centre")]
    shown = ShowProof(puzzle.line.upto(0), (puzzle.moves[0], *replies), (puzzle.moves[0].from_square,))
    row = SentenceRow("puzzle.told", rect, text=told, action=shown, tip=scene.texts("proof.show"))
    return [row]


def _won(scene: PanelContext, puzzle: Puzzle) -> bool:
    """Return whether the puzzle on the board is over and solved."""
    solved = is_solved(scene.state.document.start_fen, scene.state.solved)
    return solved and is_over(puzzle) and puzzle.found is not False


def _stars(scene: PanelContext, puzzle: Puzzle) -> int:
    """Return the stars of the classic on the board; 0 for any other puzzle."""
    key = key_of(puzzle.setup.start_fen)
    return scene.state.part(ClassicsState).stars.get(key, 0) if puzzle.page is not None else 0


def _picture(scene: PanelContext, puzzle: Puzzle, *, won: bool) -> Widget:
    """Return the stars of a level that is won, a tick for another solved puzzle, or the player's general."""
    none = pygame.Rect(0, 0, 0, 0)
    if won and puzzle.page is not None:
        return Stars("puzzle.stars", none, _stars(scene, puzzle))
    settings = scene.state.settings
    theme = look(settings.theme, settings.piece_set).pieces
    return SideToMove("puzzle.side", none, puzzle.setup.human_side or RED, theme, won)


def _told(scene: PanelContext, puzzle: Puzzle) -> str:
    """Return the comment below the task or the outcome, or "".

    After a better move than the one played in the game it names the best move, after a worse one the reply; for
    a solved level it gives the stars.
    """
    texts, task = scene.texts, puzzle.task
    if task is None or not puzzle.moves:
        starred = _won(scene, puzzle) and puzzle.page is not None
        return texts("first.stars", count=_stars(scene, puzzle), most=MOST_STARS) if starred else ""
    start, move = puzzle.line.upto(0), puzzle.moves[0]
    if puzzle.found is None:
        return texts("exercise.judging")
    if not puzzle.found:
        replies = puzzle.reply_line[:1]
        if not replies:
            return ""
        tried = puzzle.line.upto(1)
        told, taken = told_moves(scene.state, tried, replies), taken_piece(scene.state, tried, replies[0])
        key = "practice.answer_takes" if taken else "practice.answer"
        return texts(key, side=scene.side_name(tried.turn), moves=told, piece=taken)
    why = why_better(scene.state, puzzle.setup.start_fen)
    if move == task.best:
        return texts.joined(texts("practice.best"), why)
    best = told_moves(scene.state, start, (task.best,))
    better = texts("practice.better", played=told_moves(scene.state, start, (task.played,)), best=best)
    return texts.joined(better, why)


def _numbered(scene: PanelContext, puzzle: Puzzle) -> str:
    """Return the puzzle's number among a review's moments, the mistakes, the levels, or a file's puzzles."""
    place, count = _place(scene.state.document) + 1, len(scene.state.document.games)
    if puzzle.origin is not None and puzzle.origin.moment:
        return scene.texts("moment.number", number=puzzle.origin.moment)
    if puzzle.task is not None:
        return scene.texts("practice.title", place=place, count=count - 1)  # the last is the whole game
    if puzzle.page is None:
        return scene.texts("puzzle.title", place=place, count=count)
    told, level = page_to_tell(scene.state, puzzle), scene.texts("classics.title_of", place=place, count=count)
    return f"{level} · {puzzle.page.book if told is None else told.name}"  # the title may give the way away


def _back_button(scene: PanelContext, puzzle: Puzzle, origin: Origin) -> Button:
    """Return the button that leads back to the game, gold once nothing is left to be found."""
    label = scene.texts("practice.back" if origin.analysed else "button.leave")
    if origin.moment and origin.analysed:
        label = scene.texts("practice.back_moment", number=origin.moment)
    done = leads_back(scene.state, puzzle)
    return Button("game.leave", _NOWHERE, label, CloseRecord(), primary=done)


def _is_alone(scene: PanelContext, puzzle: Puzzle) -> bool:
    """Return whether the puzzle is the only mistake being practised."""
    return puzzle.origin is not None and len(scene.state.document.games) <= _ALONE


def _main(scene: PanelContext, puzzle: Puzzle) -> Button | None:
    """Return the gold button for the next puzzle, without a place; None if this is unsolved or the last one."""
    won = is_solved(scene.state.document.start_fen, scene.state.solved) and is_over(puzzle)
    if not won or not leads_on(scene.state.document) or _is_alone(scene, puzzle):
        return None
    label = scene.texts("puzzle.next" if puzzle.page is None else "classics.next")
    return Button("puzzle.after", _NOWHERE, label, SolveAnother(1), "next", primary=True)


def _buttons(scene: PanelContext, puzzle: Puzzle, room: Room) -> list[Widget]:
    """Lay out a row of buttons at the foot of a room, and above it the gold one once the puzzle is solved."""
    others, main = _others(scene, puzzle, _main(scene, puzzle) is not None), _main(scene, puzzle)
    cells = columns(room.bottom(CONTROL), len(others), scene.px(GAP))
    row = [replace(button, rect=cell) for button, cell in zip(others, cells, strict=True)]
    return [*row] if main is None else [replace(main, rect=room.bottom(CONTROL)), *row]


def _others(scene: PanelContext, puzzle: Puzzle, leads: bool) -> list[Button]:
    """Return the other buttons, without places; a single mistake has only another try and the way back."""
    texts, document, origin = scene.texts, scene.state.document, puzzle.origin
    again = _again(scene, puzzle)
    if origin is not None and _is_alone(scene, puzzle):
        return [again, _back_button(scene, puzzle, origin)]
    place, games = _place(document), document.games
    before = Button("puzzle.before", _NOWHERE, icon="previous", action=SolveAnother(-1))
    before.enabled, before.tip = place > 0 and is_puzzle(games[place - 1]), texts("puzzle.before")
    label = texts("puzzle.list" if puzzle.page is None else "classics.levels")
    listed = Button("puzzle.list", _NOWHERE, label, ListPuzzles())
    if origin is not None:
        listed = _back_button(scene, puzzle, origin)
    told = page_with_answer(scene.state, puzzle) is not None
    book = [Button("puzzle.book", _NOWHERE, texts("puzzle.book"), ShowBookLine())] if told else []
    if leads:
        return [*book, again, listed]
    after = Button("puzzle.after", _NOWHERE, icon="next", action=SolveAnother(1))
    after.enabled, after.tip = leads_on(document), texts("puzzle.after")
    if book and again.primary:  # failed: both the answer and another try
        return [*book, again, after]
    return [before, *(book or [again]), listed, after]


def _again(scene: PanelContext, puzzle: Puzzle) -> Button:
    """Return the button that begins again; for a level that could still earn more stars, its label says so.

    It is gold once the puzzle has failed, or a classic is no longer won or held.
    """
    solved = is_solved(scene.state.document.start_fen, scene.state.solved)
    short = puzzle.page is not None and _won(scene, puzzle) and _stars(scene, puzzle) < MOST_STARS
    label = scene.texts("classics.all_stars") if short else scene.texts("puzzle.again")
    failed = not solved and (is_over(puzzle) or puzzle.has_slipped)
    return Button("puzzle.again", _NOWHERE, label, SolveAnother(0), primary=failed and not short)


def _place(document: Document) -> int:
    """Return a puzzle's index among the games of its file."""
    return document.collection.index if document.collection is not None else 0


def _words(scene: PanelContext, puzzle: Puzzle, *, won: bool) -> str:
    """Return the task or the outcome in words."""
    if puzzle.found is False:
        again = puzzle.task is not None and puzzle.moves[:1] == (puzzle.task.played,)
        return scene.texts("practice.same" if again else "practice.missed")
    if won:
        return scene.texts("puzzle.solved" if puzzle.page is None else "classics.cleared")
    if puzzle.has_slipped:
        return scene.texts("classics.slipped_draw" if puzzle.draw else "classics.slipped_win")
    return goal_text(scene, puzzle)


def goal_text(scene: PanelContext, puzzle: Puzzle) -> str:
    """Return the task in words: the side and its goal, or the move to be improved."""
    if puzzle.task is not None:
        move = told_moves(scene.state, puzzle.line.upto(0), (puzzle.task.played,))
        return scene.texts("practice.goal", move=move)
    return scene.texts(_GOALS[puzzle.setup.human_side == RED, puzzle.draw])
