"""The card about the puzzle in progress, with buttons that lead to other puzzles."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.exercises.classics import ShowBookLine, page_to_tell
from xiangqi.app.exercises.levels import MOST_STARS, ClassicsState
from xiangqi.app.exercises.modes import Origin, Puzzle
from xiangqi.app.exercises.puzzle_goal import is_puzzle
from xiangqi.app.exercises.puzzles import ListPuzzles, SolveAnother, is_over, leads_back, leads_on
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session.document import Document
from xiangqi.app.session.solved import is_solved, key_of
from xiangqi.core.constants import RED
from xiangqi.ui.parts.cards import Card, Picture
from xiangqi.ui.parts.coach_rows import told_moves
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.notes import NoteSubject, note_about
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, SMALL, TITLE
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_CARD: Final = 128.0
_HEAD: Final = 20.0
_ALONE: Final = 2  # the games of a list with one mistake: its position, and the whole game
_GOALS: Final = {
    (True, False): "puzzle.red_wins",
    (True, True): "puzzle.red_draws",
    (False, False): "puzzle.black_wins",
    (False, True): "puzzle.black_draws",
}

_SIZES: Final = (TITLE, LEAD, BODY)  # sizes for the goal, of which the largest that fits is used


def _height(_scene: PanelContext, _width_px: int) -> float:
    return _CARD


@note_about(NoteSubject.PUZZLE, height=_height)
def puzzle_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the puzzle's number, its task, and buttons: previous, restart, list, next."""
    document, painter = scene.state.document, scene.painter
    puzzle = scene.state.mode(Puzzle)
    if puzzle is None:
        return []
    room = Room(rect, painter.unit).inner(12)
    buttons = _buttons(scene, puzzle, room.bottom(CONTROL - 4))
    solved = is_solved(document.start_fen, scene.state.solved)
    palette, head, goal = painter.palette, room.top(_HEAD, 0), room.rest
    missed, numbered = puzzle.found is False, _numbered(scene, puzzle)
    page = page_to_tell(scene.state, puzzle)
    if page is not None:
        numbered = f"{numbered} · {page.name}"
    won = solved and is_over(puzzle) and not missed
    tick: list[Widget] = []
    if won:
        place = pygame.Rect(goal.left, goal.top, goal.height, goal.height)
        tick = [Picture("puzzle.tick", place, "check", palette.good)]
        goal = pygame.Rect(place.right, goal.top, goal.right - place.right, goal.height)
    slipped = puzzle.has_slipped and not won
    ink = palette.good if won else palette.danger if missed or slipped else palette.text
    words = _words(scene, puzzle, solved)
    size = next((size for size in _SIZES if scene.painter.width(words, size, True) <= goal.width), BODY)
    return [
        Card("note", rect, marked=solved),
        Label("puzzle.title", head, numbered, size=SMALL, colour=palette.muted, single=True),
        *tick,
        Label("puzzle.goal", goal, words, size=size, bold=True, colour=ink, single=True),
        *buttons,
    ]


def _numbered(scene: PanelContext, puzzle: Puzzle) -> str:
    """Return which puzzle this is of how many: the moment of a review, a mistake, or a puzzle of a file."""
    place, count = _place(scene.state.document) + 1, len(scene.state.document.games)
    if puzzle.origin is not None and puzzle.origin.moment:
        return scene.texts("moment.number", number=puzzle.origin.moment)
    if puzzle.task is not None:
        return scene.texts("practice.title", place=place, count=count - 1)  # the last is the whole game
    return scene.texts("puzzle.title" if puzzle.page is None else "classics.title_of", place=place, count=count)


def _back_button(scene: PanelContext, puzzle: Puzzle, origin: Origin, rect: pygame.Rect) -> Button:
    """Return the button that leads back to the game; it is gold once there is nothing left to be found."""
    label = scene.texts("practice.back" if origin.analysed else "button.leave")
    if origin.moment and origin.analysed:
        label = scene.texts("practice.back_moment", number=origin.moment)
    done = leads_back(scene.state, puzzle)
    return Button("game.leave", rect, label, CloseRecord(), primary=done)


def _buttons(scene: PanelContext, puzzle: Puzzle, row: pygame.Rect) -> list[Widget]:
    """Lay out the row: a single moment has only another try and the way back."""
    origin = puzzle.origin
    solved = is_solved(scene.state.document.start_fen, scene.state.solved)
    if origin is None or len(scene.state.document.games) > _ALONE:
        return _several(scene, puzzle, row)
    again, back = columns(row, 2, scene.px(GAP))
    return [_second_button(scene, puzzle, again, solved), _back_button(scene, puzzle, origin, back)]


def _several(scene: PanelContext, puzzle: Puzzle, row: pygame.Rect) -> list[Widget]:
    texts, document = scene.texts, scene.state.document
    before, again, listed, after = columns(row, 4, scene.px(GAP))
    solved = is_solved(document.start_fen, scene.state.solved)
    place, games, onwards = _place(document), document.games, leads_on(document)
    return [
        Button(
            "puzzle.before",
            before,
            icon="previous",
            action=SolveAnother(-1),
            enabled=place > 0 and is_puzzle(games[place - 1]),
            tip=texts("puzzle.before"),
        ),
        _second_button(scene, puzzle, again, solved),
        Button("puzzle.list", listed, texts("puzzle.list"), ListPuzzles())
        if puzzle.origin is None
        else _back_button(scene, puzzle, puzzle.origin, listed),
        Button(
            "puzzle.after",
            after,
            texts("puzzle.next") if solved and onwards else "",
            icon="" if solved and onwards else "next",
            action=SolveAnother(1),
            enabled=onwards,
            primary=solved and onwards,
            tip=texts("puzzle.after"),
        ),
    ]


def _second_button(scene: PanelContext, puzzle: Puzzle, rect: pygame.Rect, solved: bool) -> Button:
    """Return the button that begins again or, once a classic is solved, shows the book's line."""
    if page_to_tell(scene.state, puzzle) is not None:
        return Button("puzzle.book", rect, scene.texts("puzzle.book"), ShowBookLine())
    primary = is_over(puzzle) and not solved
    return Button("puzzle.again", rect, scene.texts("puzzle.again"), SolveAnother(0), primary=primary)


def _place(document: Document) -> int:
    """Return a puzzle's index among the games of its file."""
    return document.collection.index if document.collection is not None else 0


def _words(scene: PanelContext, puzzle: Puzzle, solved: bool) -> str:
    """Return the task or the outcome in words."""
    if puzzle.found is False:
        return scene.texts("practice.missed")
    if is_over(puzzle) and solved:
        return _solved_words(scene, puzzle)
    if puzzle.has_slipped:
        return scene.texts("classics.slipped_draw" if puzzle.draw else "classics.slipped_win")
    return goal_text(scene, puzzle)


def _solved_words(scene: PanelContext, puzzle: Puzzle) -> str:
    """Return that a puzzle is solved and, of a classic, with how many stars."""
    words, key = scene.texts("puzzle.solved"), key_of(puzzle.setup.start_fen)
    count = scene.state.part(ClassicsState).stars.get(key, 0) if puzzle.page is not None else 0
    return f"{words} · {scene.texts('first.stars', count=count, most=MOST_STARS)}" if count else words


def goal_text(scene: PanelContext, puzzle: Puzzle) -> str:
    """Return the task in words: the side and its goal, or the move to be improved."""
    if puzzle.task is not None:
        move = told_moves(scene.state, puzzle.line.upto(0), (puzzle.task.played,))
        return scene.texts("practice.goal", move=move)
    return scene.texts(_GOALS[puzzle.setup.human_side == RED, puzzle.draw])
