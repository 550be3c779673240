"""The widgets over columns and pages: toasts, questions, the progress of a film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.event import Tone
from xiangqi.app.intent import Help
from xiangqi.app.records.pictures import CancelFilm
from xiangqi.app.session import view
from xiangqi.app.session.panels import ClearToasts
from xiangqi.app.session.state import Panel, Question
from xiangqi.app.update import Answer
from xiangqi.referee import RepetitionWarning, warning_sentence
from xiangqi.referee.warnings import DRAWS, EXPOSES, LOSES, REPEATS, WINS
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.keys import with_keys
from xiangqi.ui.parts.move_list import FOOT
from xiangqi.ui.parts.refused import REFUSED, refused_words
from xiangqi.ui.parts.tool_card import HEAD, ToolCard
from xiangqi.ui.parts.window_layout import WIDEST
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.painter import Painter, wrap
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL, Colour
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Veil, Widget

_PILL: Final = 36.0
_CONTROL: Final = 60.0  # largest height of a control that a toast leaves free, points
_MOST_LINES: Final = 10
_QUESTION: Final = 480.0  # largest width of a question, points


@dataclass
class Pill(Widget):
    """A short text on a dark, rounded background."""

    text: str = ""
    icon: str = ""
    colour: Colour | None = None
    bold: bool = False
    action: Action = HANDLED  # the action of a click
    most_lines: int = _MOST_LINES  # how many lines the text may have
    size: float = BODY

    def points_at(self, position: tuple[int, int], memory: Memory) -> bool:
        return self.action is not HANDLED

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
        lines = wrap(self.text, inner.width, painter.type_px(self.size), self.bold)
        if len(lines) <= 1:
            painter.write(self.text, inner, size=self.size, bold=self.bold)
            return
        painter.lines(self.text, inner, self.most_lines, size=self.size, colour=palette.text)


def toast_pill(scene: PanelContext, widgets: Sequence[Widget]) -> list[Widget]:
    """Lay out a repetition warning, the last refusal, the latest message, or the progress of loading.

    A refusal that the card of a task states is not repeated.

    Beside a board, the text replaces the title, which is needed least; if it does not fit there, it goes to the
    top of the card, below its tabs. On a page it is below the head. A click dismisses it.
    """
    told = _told(scene, refused="" if any(one.key == REFUSED for one in widgets) else refused_words(scene))
    if told is None:
        return []
    text, icon, colour = told
    areas = scene.areas
    pill = Pill("toast", areas.card.copy(), text, icon, colour, action=ClearToasts(), most_lines=_MOST_LINES)
    if not areas.content.board:
        _fit(scene, pill, min(areas.page.width, scene.px(WIDEST)))
        pill.rect.centerx = areas.page.centerx
        pill.rect.top = _clear_top(scene, pill.rect, widgets)
    elif not (areas.shows_columns and _in_header(scene, pill, widgets)):
        cards = (one.rect for one in widgets if isinstance(one, ToolCard))
        place = next(cards, areas.card)
        inset, below = (scene.px(GAP / 2), scene.px(HEAD + GAP / 2)) if areas.shows_columns else (0, 0)
        pill.rect = pygame.Rect(place.left + inset, place.top + below, place.width - 2 * inset, 0)
        _fit(scene, pill, min(pill.rect.width, scene.px(WIDEST)))
    return [pill]


def _in_header(scene: PanelContext, pill: Pill, widgets: Sequence[Widget]) -> bool:
    """Put a pill between the buttons of the header, on one line or two small ones; return whether it fits."""
    head, gap = scene.areas.header, scene.px(GAP)
    buttons = [one.rect for one in widgets if one.focusable and head.colliderect(one.rect)]
    edges = sorted([(head.left - gap, head.left - gap), *((one.left, one.right) for one in buttons)])
    ends = [*(left for left, _ in edges[1:]), head.right + gap]
    left, right = max(
        ((start + gap, end - gap) for (_, start), end in zip(edges, ends, strict=True)),
        key=lambda span: span[1] - span[0],
    )
    painter = scene.painter
    inside = right - left - painter.px(24 + (25 if pill.icon else 0)) - 2
    for size, most in ((BODY, 1), (SMALL, 2)):
        lines = wrap(pill.text, max(1, inside), painter.type_px(size), pill.bold)
        if len(lines) <= most and max(painter.width(line, size) for line in lines) <= inside:
            pill.size = size
            pill.rect = pygame.Rect(left, head.top, right - left, head.height)
            if len(lines) == 1:
                pill.rect = pill.rect.inflate(0, min(0, painter.px(_PILL) - head.height))
            return True
    return False


def _clear_top(scene: PanelContext, box: pygame.Rect, widgets: Sequence[Widget]) -> int:
    """Return the highest place below a page's head at which a box covers no control; failing that, the lowest.

    Lists may be covered: they have other rows.
    """
    low = scene.px(_CONTROL)
    controls = [one.rect for one in widgets if one.focusable and one.rect.height <= low]
    foot, step = scene.areas.page.bottom - box.height, scene.px(GAP)
    tops = range(scene.areas.card.top, foot, step)
    clear = (top for top in tops if pygame.Rect(box.left, top, box.width, box.height).collidelist(controls) < 0)
    return next(clear, foot)


def _told(scene: PanelContext, refused: str) -> tuple[str, str, Colour] | None:
    """Return the words, icon and colour of the message to show now, or None.

    Args:
        scene: the panel's context.
        refused: why the last attempt was refused, "" if that is not to be said.
    """
    state, palette = scene.state, scene.painter.palette
    warning = view.warning(state, scene.pointed)
    if warning is not None:
        icon, colour = _warning_look(scene, warning)
        return scene.texts.sentence(warning_sentence(warning)), icon, colour
    if refused:
        return refused, "warning", palette.warning
    if state.toasts:
        latest = state.toasts[-1]
        words = scene.texts.say(with_keys(latest.message, state, scene.texts))
        return (words, "warning", palette.danger) if latest.tone is Tone.ERROR else (words, "", palette.muted)
    if state.loading is not None and state.panel is not Panel.GAME_LIST:  # the list shows more
        return scene.texts("records.loading", count=state.loading.count), "", palette.muted
    return None


def _fit(scene: PanelContext, pill: Pill, widest_px: int) -> None:
    """Make a pill as wide as allowed, and as high as its text needs, up to `most_lines`."""
    painter = scene.painter
    inside = widest_px - painter.px(24 + (25 if pill.icon else 0)) - 2
    needed = len(wrap(pill.text, inside, painter.type_px(BODY), pill.bold))
    count = min(pill.most_lines, needed)
    height = painter.px(_PILL) if count <= 1 else count * painter.line_height(BODY) + painter.px(8)
    pill.rect.size = (widest_px, height)


def _warning_look(scene: PanelContext, warning: RepetitionWarning) -> tuple[str, Colour]:
    """Return the icon and colour of the referee's warning about a move; grave warnings stand out more."""
    palette = scene.painter.palette
    return {
        LOSES: ("warning", palette.danger),
        EXPOSES: ("warning", palette.warning),
        DRAWS: ("", palette.warning),
        WINS: ("", palette.good),
        REPEATS: ("", palette.muted),
    }[warning.kind]


def film_card(scene: PanelContext) -> list[Widget]:
    """Lay out a film's progress and its stop button, at the foot of the card or page."""
    film, painter = scene.state.film, scene.painter
    if film is None or not scene.areas.shows_columns:
        return []
    place = scene.areas.card
    rect = pygame.Rect(0, 0, min(place.width, scene.px(WIDEST)), scene.px(92))
    rect.midbottom = (place.centerx, place.bottom - scene.px(FOOT + 2 * GAP))
    if scene.areas.is_low:
        rect.midbottom = scene.areas.box.midbottom
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


def question_card(scene: PanelContext, question: Question) -> list[Widget]:
    """Lay out a question with its answers at the foot of the first column's card or in the middle of a page."""
    painter, areas = scene.painter, scene.areas
    words = scene.texts.say(question.message)
    place = areas.card if areas.shows_columns else pygame.Rect((0, 0), areas.size)
    if areas.shows_columns and areas.is_upright:  # below the board, in the middle of what is there
        wide = areas.columns[0].unionall(areas.columns[1:])
        place = pygame.Rect(wide.left, place.top, wide.width, place.height)
    width = min(scene.px(_QUESTION), place.width - (0 if areas.shows_columns else 2 * scene.px(GAP)))
    text_height = painter.paragraph_height(words, width - 2 * scene.px(20), 17, True)
    rect = pygame.Rect(0, 0, width, text_height + scene.px(2 * 20 + 16 + CONTROL))
    rect.midbottom = place.midbottom
    if not (areas.content.board and areas.shows_columns):
        rect.center = place.center
    rect.clamp_ip(pygame.Rect((0, 0), areas.size).inflate(-2 * scene.px(GAP), -2 * scene.px(GAP)))
    room = Room(rect, painter.unit).inner(20)
    answers = _answers(scene, question)
    gold = _harmless(question)
    cells = columns(room.bottom(CONTROL, 16), len(answers), scene.px(GAP))
    return [
        Veil("question.veil", pygame.Rect((0, 0), areas.size)),
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

_USES: Final = {
    Help.HINT: "use_hint",
    Help.TAKE_BACK: "use_take_back",
    Help.COMMENTS: "use_comments",
    Help.ENGINE: "use_engine",
    Help.RECORDS: "use_records",
}
"""The answers that accept help in a game that counts."""

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
    **{f"ask.use_{kind.value}": ("not_now", name) for kind, name in _USES.items()},
    "ask.delete_game": ("cancel", "delete"),
    "ask.forget_reviews": ("cancel", "delete"),
    "ask.drop_line": ("cancel", "delete"),
    "ask.keep_record_red": ("cancel", "add"),
    "ask.keep_record_black": ("cancel", "add"),
}
"""Questions whose answers name what they do, instead of no and yes; some have a third answer."""
