"""The widgets over the board and panels: the banner with the result, toasts, questions, tooltips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.event import Tone
from xiangqi.app.lessons.state import Learning
from xiangqi.app.records.pictures import CancelFilm
from xiangqi.app.session import view
from xiangqi.app.session.panels import ClearToasts
from xiangqi.app.session.state import Panel, Question
from xiangqi.app.update import Answer
from xiangqi.diagram.geometry import PIECE, BoardLayout
from xiangqi.referee import RepetitionWarning, warning_sentence
from xiangqi.referee.warnings import DRAWS, EXPOSES, LOSES, REPEATS, WINS
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns, foot
from xiangqi.ui.parts.game_words import result_words
from xiangqi.ui.parts.keys import with_keys
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.painter import Painter, wrap
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL, Colour
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Veil, Widget

_PILL = 30.0
_MOST_LINES = 3
_MOST_LINES_BESIDE = 10


@dataclass
class Pill(Widget):
    """A short text on a dark, rounded background."""

    text: str = ""
    icon: str = ""
    colour: Colour | None = None
    bold: bool = False
    action: Action = HANDLED  # the action of a click
    most_lines: int = _MOST_LINES  # how many lines the text may have
    is_cut: bool = False  # whether the text would need more lines

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self.action

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        ink = self.colour or palette.text
        painter.box(self.rect, palette.surface, _PILL / 2, ink)
        inner = self.rect.inflate(-2 * painter.px(12), -2 * painter.px(4))
        if self.icon:
            side = painter.px(20)
            painter.icon(self.icon, pygame.Rect(inner.left, inner.top, side, inner.height), 17, ink)
            inner = pygame.Rect(inner.left + side + painter.px(5), inner.top, 0, inner.height)
            inner.width = self.rect.right - painter.px(12) - inner.left
        lines = wrap(self.text, inner.width, painter.px(BODY), self.bold)
        if len(lines) <= 1:
            painter.write(self.text, inner, bold=self.bold)
            return
        painter.lines(self.text, inner, self.most_lines, size=BODY, colour=palette.text)


def _pill(scene: PanelContext, key: str, text: str, board: BoardLayout, icon: str, bold: bool = False) -> Pill:
    """Return a pill as wide as its text, horizontally centred on the board."""
    pill = Pill(key, pygame.Rect(0, 0, 0, 0), text, icon, bold=bold)
    _fit(scene, pill, board.width - scene.px(24))
    pill.rect.centerx = board.left + board.width // 2
    return pill


def _fit(scene: PanelContext, pill: Pill, widest_px: int) -> None:
    """Resize a pill to fit its text, which is wrapped at the given width."""
    painter = scene.painter
    extra = painter.px(24 + (25 if pill.icon else 0)) + 2
    width = min(painter.width(pill.text, BODY, pill.bold) + extra, widest_px)
    needed = len(wrap(pill.text, width - extra, painter.px(BODY), pill.bold))
    pill.is_cut, count = needed > pill.most_lines, min(pill.most_lines, needed)
    height = painter.px(_PILL) if count <= 1 else count * painter.line_height(BODY) + painter.px(8)
    pill.rect.size = (width, height)


def banner(scene: PanelContext, board: BoardLayout) -> list[Widget]:
    """Lay out a notice of a pause or the result on the upper edge of the board, where it hides no point."""
    if view.status(scene.state) is view.Status.PAUSED:
        return [
            _on_top(_pill(scene, "banner", scene.texts("pause.title"), board, "pause", bold=True), scene, board)
        ]
    if scene.state.document.play is None or view.shown_result(scene.state) is None:
        return []
    title, why = result_words(scene)
    words = " · ".join(filter(None, (title, why)))
    icon = "trophy" if view.is_won_here(scene.state) else "info"
    pill = _pill(scene, "banner", words, board, icon, bold=True)
    if pill.is_cut or pill.rect.height > _strip_height(board) + board.top:
        pill = _pill(scene, "banner", title, board, icon, bold=True)
    return [_on_top(pill, scene, board)]


def _on_top(pill: Pill, scene: PanelContext, board: BoardLayout) -> Pill:
    """Place a pill on the upper edge of the board, above the pieces, in the accent colour, and return it."""
    pill.colour = scene.painter.palette.accent
    pill.rect.centery = _strip_middle(board)
    pill.rect.bottom = min(pill.rect.bottom, board.top + _strip_height(board))
    pill.rect.top = max(pill.rect.top, scene.px(2))
    return pill


def toast(scene: PanelContext, frame: Areas) -> list[Widget]:
    """Lay out a repetition warning, the last refusal, the latest toast, or the progress of loading.

    The text is on the lower edge of the board if it hides no piece there, otherwise beside the board. A click
    dismisses a toast.
    """
    state, palette = scene.state, scene.painter.palette
    refusal, learning = state.selection.refusal, state.mode(Learning)
    warning = view.warning(state, scene.pointed)
    if warning is not None:
        pill = _warning_pill(scene, warning, frame.board)
    elif refusal is not None:
        pill = _pill(scene, "toast", scene.texts(f"refusal.{refusal.reason.value}"), frame.board, "warning")
        pill.colour = palette.warning
    elif learning is not None and learning.fault is not None:
        slip = scene.texts(f"first.slip.{learning.fault.slip.value}")
        pill = _pill(scene, "toast", slip, frame.board, "warning")
        pill.colour = palette.warning
    elif state.toasts:
        latest = state.toasts[-1]
        wrong = latest.tone is Tone.ERROR
        words = scene.texts.say(with_keys(latest.message, state, scene.texts))
        pill = _pill(scene, "toast", words, frame.board, "warning" if wrong else "")
        pill.colour = palette.danger if wrong else palette.outline
    elif state.loading is not None and state.panel is not Panel.GAME_LIST:  # the list shows more
        pill = _pill(scene, "toast", scene.texts("records.loading", count=state.loading.count), frame.board, "")
        pill.colour = palette.outline
    else:
        return []
    pill.action = ClearToasts()
    board, lowest = frame.board, frame.size[1] - scene.px(2)
    free = board.top + board.height - _strip_height(board)  # the strip below the pieces
    if pill.is_cut or pill.rect.height > lowest - free:
        _put_beside(scene, pill, frame)
        return [pill]
    pill.rect.centery = 2 * board.top + board.height - _strip_middle(board)
    pill.rect.top = max(pill.rect.top, free)
    pill.rect.bottom = min(pill.rect.bottom, lowest)
    return [pill]


def _put_beside(scene: PanelContext, pill: Pill, frame: Areas) -> None:
    """Place a pill over the lower part of the column, above its buttons."""
    pill.most_lines = _MOST_LINES_BESIDE
    _fit(scene, pill, frame.column.width - scene.px(16))
    pill.rect.midbottom = foot(scene, frame)


def _warning_pill(scene: PanelContext, warning: RepetitionWarning, board: BoardLayout) -> Pill:
    """Return the referee's warning about the move pointed at; the worse it is, the more conspicuous."""
    palette = scene.painter.palette
    icon, colour = {
        LOSES: ("warning", palette.danger),
        EXPOSES: ("warning", palette.warning),
        DRAWS: ("", palette.warning),
        WINS: ("", palette.good),
        REPEATS: ("", palette.outline),
    }[warning.kind]
    pill = _pill(scene, "toast", scene.texts.sentence(warning_sentence(warning)), board, icon)
    pill.colour = colour
    return pill


def film_card(scene: PanelContext, frame: Areas) -> list[Widget]:
    """Lay out a film's progress and its stop button, above the buttons of the column."""
    film, painter = scene.state.film, scene.painter
    if film is None:
        return []
    rect = pygame.Rect(0, 0, frame.column.width - scene.px(4), scene.px(92))
    rect.midbottom = foot(scene, frame)
    room = Room(rect, painter.unit).inner(8)
    end = pygame.Rect(0, 0, scene.px(30), scene.px(30))
    end.midright = room.rest.midright
    room.rest.width -= end.width + scene.px(GAP)
    words = scene.texts("film.drawing", name=film.name)
    return [
        Card("film", rect, marked=True),
        Label("film.name", room.top(24, 4), words, size=SMALL, single=True),
        Progress("film.bar", room.top(10), film.done / film.count if film.count else 0.0),
        Button("film.cancel", end, icon="close", action=CancelFilm(), tip=scene.texts("film.cancel")),
    ]


def _strip_height(board: BoardLayout) -> int:
    """Return the height of the strip between the frame's upper or lower edge and the nearest pieces, px."""
    return round(board.margin[1] - board.cell * PIECE / 2)


def _strip_middle(board: BoardLayout) -> int:
    """Return the y of the middle of the strip between the board's upper edge and its pieces, px."""
    return board.top + _strip_height(board) // 2


def question_card(scene: PanelContext, frame: Areas, question: Question) -> list[Widget]:
    """Lay out a question over the board, with its answers."""
    painter = scene.painter
    words = scene.texts.say(question.message)
    width = min(scene.px(400), max(frame.board.width, frame.column.width) - scene.px(20))
    text_height = painter.paragraph_height(words, width - 2 * scene.px(20), 17, True)
    rect = pygame.Rect(0, 0, width, text_height + scene.px(2 * 20 + 16 + CONTROL))
    board = frame.board
    rect.center = (board.left + board.width // 2, board.top + board.height // 2)
    rect.clamp_ip(pygame.Rect((0, 0), frame.size).inflate(-2 * scene.px(GAP), -2 * scene.px(GAP)))
    room = Room(rect, painter.unit).inner(20)
    answers = _answers(scene, question)
    gold = _harmless(question)
    cells = columns(room.bottom(CONTROL, 16), len(answers), scene.px(GAP))
    return [
        Veil("question.veil", pygame.Rect((0, 0), frame.size)),
        Card("question", rect, marked=True),
        Label("question.text", room.rest, words, size=17, bold=True),
        *(
            Button(f"question.{name}", cell, label, action, primary=name == gold)
            for cell, (name, label, action) in zip(cells, answers, strict=True)
        ),
    ]


def _answers(scene: PanelContext, question: Question) -> list[tuple[str, str, Action]]:
    """Return the name, label and action of each answer."""
    texts = scene.texts
    no, yes, *instead = _ANSWERS[question.message.key]
    answers: list[tuple[str, str, Action]] = [
        ("no", texts(f"question.{no}"), Answer(False)),
        ("yes", texts(f"question.{yes}"), Answer(True)),
    ]
    if question.instead is not None:
        answers += [("save", texts(f"question.{name}"), question.instead) for name in instead]
    return answers


def _harmless(question: Question) -> str:
    """Return the name of the answer that Enter gives: one that removes nothing and does not end a game."""
    if question.instead is not None:
        return "save"
    return "yes" if question.message.key in _HARMLESS else "no"


_HARMLESS: Final = frozenset(
    {"ask.built_in", "ask.help_two", "ask.take_back_two", "ask.keep_record_red", "ask.keep_record_black"}
)
"""Questions whose yes loses nothing; a move taken back can be played again."""

_ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "ask.save": ("cancel", "discard", "save"),
    "ask.save_unnamed": ("cancel", "discard", "save"),
    "ask.save_refused": ("cancel", "discard", "elsewhere"),
    "ask.file_written": ("cancel", "replace", "elsewhere"),
    "ask.file_gone": ("cancel", "write_again", "elsewhere"),
    "ask.overwrite": ("cancel", "replace"),
    "ask.replace_game": ("keep_playing", "abandon"),
    "ask.resign": ("cancel", "resign"),
    "ask.resign_two": ("cancel", "resign"),
    "ask.draw_two": ("decline", "accept"),
    "ask.take_back_two": ("decline", "accept"),
    "ask.help_two": ("decline", "accept"),
    "ask.draw": ("decline", "accept"),
    "ask.offer_draw": ("cancel", "offer"),
    "ask.remove_card": ("cancel", "remove"),
    "ask.remove_engine": ("cancel", "remove"),
    "ask.leave_position": ("cancel", "leave"),
    "ask.built_in": ("not_now", "go_on"),
    "ask.delete_game": ("cancel", "delete"),
    "ask.forget_reviews": ("cancel", "delete"),
    "ask.drop_line": ("cancel", "delete"),
    "ask.keep_record_red": ("cancel", "add"),
    "ask.keep_record_black": ("cancel", "add"),
}
"""Questions whose answers name what they do, instead of no and yes; some have a third answer."""
