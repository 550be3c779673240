"""The panel of a judged repetition: the verdict, the moves of the cycle, and the attacks of the shown move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from xiangqi.action import Action
from xiangqi.app.game import cycle
from xiangqi.app.game.cycle import CycleStep
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast, GoTo
from xiangqi.app.records.cycle_replay import CloseReplay, PauseReplay
from xiangqi.app.session import view
from xiangqi.app.session.mode import Mode
from xiangqi.board import parse_square
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.referee import Outcome, RepetitionVerdict
from xiangqi.referee.cycle_judging import EQUAL_WEIGHTS
from xiangqi.referee.rules import CHASE, CHECK, EXCHANGE, IDLE, THREAT
from xiangqi.ui.parts.cards import BLACK_DISC, DISC_EDGE, RED_DISC, Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.game_words import result_words, verdict_words
from xiangqi.ui.parts.panels import column
from xiangqi.ui.toolkit.lists import SCROLLBAR, Scrollable
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL, Colour
from xiangqi.ui.toolkit.roles import PanelColours as Palette
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

_ROW = 29.0
_LIST_SHARE = 0.56  # share of the room for moves and details that the list of moves takes
_MOST_LINES = 7


@column(Mode, when=lambda state: state.replay is not None)
def replay_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the verdict and its cycle, replacing the column."""
    end, replay = view.judged_end(scene.state), scene.state.replay
    if end is None or end.verdict is None or replay is None:
        return []
    title, _ = result_words(scene)
    widgets, room = panel_room(scene, box, title, CloseReplay())
    widgets += _verdict(scene, room, end, end.verdict)
    leave = room.bottom(CONTROL)
    widgets += _steps(scene, room.bottom(CONTROL), replay.first)
    content = len(end.verdict.cycle) * scene.px(_ROW) + scene.px(12)
    listed = room.top_px(min(content, round(room.rest.height * _LIST_SHARE)))
    widgets += _moves(scene, listed, end.verdict)
    widgets += _details(scene, room.rest)
    label = scene.texts("button.leave")
    return [*widgets, Button("replay.leave", leave, label, CloseReplay())]


def _verdict(scene: PanelContext, room: Room, end: Outcome, verdict: RepetitionVerdict) -> list[Widget]:
    """Lay out why the game ended, how the winner or, in a draw, both sides played, and the rules applied."""
    texts, painter, palette = scene.texts, scene.painter, scene.painter.palette
    why = verdict_words(scene, end)
    height = painter.paragraph_height(why, room.rest.width, BODY, True)
    ink = palette.text if verdict.loser is None else palette.danger
    widgets: list[Widget] = [Label("replay.why", room.top_px(height, 6), why, colour=ink, bold=True)]
    line = painter.line_height(SMALL)
    sides = (RED, BLACK) if verdict.loser is None else (opponent(verdict.loser),)
    for side in sides:
        words = texts.sentence(cycle.summary(verdict, side))
        widgets.append(Label(f"replay.side.{side}", room.top_px(line, 2), words, size=SMALL, single=True))
    rules = view.rules(scene.state)
    words = texts(
        "cycle.rules",
        name=texts(f"rules.{rules.name}"),
        count=rules.occurrences,
        article=texts("cycle.equal") if verdict.article == EQUAL_WEIGHTS else verdict.article,
    )
    muted = palette.muted
    rect = room.top_px(painter.paragraph_height(words, room.rest.width, SMALL))
    return [*widgets, Label("replay.rules", rect, words, size=SMALL, colour=muted)]


def _moves(scene: PanelContext, rect: pygame.Rect, verdict: RepetitionVerdict) -> list[Widget]:
    moves = CycleList(
        key="replay.moves",
        rect=rect.inflate(-scene.px(12), -scene.px(12)),
        row_height=scene.px(_ROW),
        steps=cycle.steps(scene.state),
        kinds={kind: scene.texts(f"class.{kind}") for kind in (CHECK, CHASE, THREAT, EXCHANGE, IDLE)},
        ply=view.line(scene.state).ply,
        place=lambda square: scene.texts.place(parse_square(square)),
        loser=verdict.loser,
    )
    moves.keep_in_view(scene.memory)
    return [ReplayField("replay.list", rect), moves]


def _details(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the explanation of the shown move as far as it fits."""
    texts, palette = scene.texts, scene.painter.palette
    step = cycle.shown_step(scene.state)
    if step is None:
        words = [texts("cycle.start")]
    else:
        said = [texts.sentence(remark) for remark in cycle.remarks(step)]
        words = [texts("cycle.gives_check")] * (step.kind == CHECK) + said
        words = words or [texts("cycle.no_attack")]
    room = Room(rect, scene.painter.unit)
    line = scene.painter.line_height(SMALL)
    widgets: list[Widget] = []
    for number, text in enumerate(words[:_MOST_LINES]):
        height = scene.painter.paragraph_height(text, rect.width, SMALL)
        if height > room.rest.height:
            more = room.top_px(line, 0)
            if more.bottom <= rect.bottom:
                widgets.append(Label("replay.more", more, "…", size=SMALL, colour=palette.muted, single=True))
            break
        ink = palette.text if number == 0 else palette.muted
        widgets.append(Label(f"replay.remark.{number}", room.top_px(height, 4), text, size=SMALL, colour=ink))
    return widgets


def _steps(scene: PanelContext, rect: pygame.Rect, first: int) -> list[Widget]:
    """Lay out the buttons for stepping back and forth and for automatic play."""
    shown, replay = view.line(scene.state), scene.state.replay
    playing = replay is not None and replay.playing
    play = "pause" if playing else "play"
    specs = (
        ("first", GoFirst(), shown.ply > first),
        ("previous", GoBack(), shown.ply > first),
        (play, PauseReplay(), True),
        ("next", GoForward(), not shown.at_end),
        ("last", GoLast(), not shown.at_end),
    )
    cells = columns(rect, len(specs), scene.px(GAP))
    return [
        Button(
            "replay.play" if name == play else f"replay.{name}",
            cell,
            icon=name,
            action=action,
            enabled=enabled,
            primary=name == play,
            tip=scene.texts(f"button.{name}"),
        )
        for cell, (name, action, enabled) in zip(cells, specs, strict=True)
    ]


@dataclass
class ReplayField(Card):
    """A sunken background for a list."""

    def draw(self, painter: Painter, memory: Memory) -> None:
        painter.box(self.rect, painter.palette.field, 8, painter.palette.outline)


@dataclass
class CycleList(Scrollable):
    """The moves of the cycle, one per row, with class, chased squares and article; a click on one shows it."""

    steps: Sequence[CycleStep] = ()  # the moves, in order
    kinds: dict[str, str] | None = None  # each class of moves in words
    ply: int = 0  # ply of the position on the board
    place: Callable[[str], str] = str  # returns a square, such as "c5", in words
    loser: int | None = None  # RED or BLACK, whose offending moves stand out; None if nobody lost
    focusable = False

    def content_height(self) -> int:
        return len(self.steps) * self.row_height

    def keep_in_view(self, memory: Memory) -> None:
        """Scroll to the current move when it has changed."""
        if self.steps:
            self.follow(max(0, self.ply - self.steps[0].entry.ply), len(self.steps), memory)

    def step_at(self, position: tuple[int, int], memory: Memory) -> CycleStep | None:
        """Return the move at a position (px), or None."""
        index = (position[1] - self.rect.top + self.offset(memory)) // self.row_height
        return self.steps[index] if 0 <= index < len(self.steps) else None

    def points_at(self, position: tuple[int, int], memory: Memory) -> bool:
        return self.step_at(position, memory) is not None

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        step = self.step_at(position, memory)
        return HANDLED if step is None or memory.grabbed == self.key else GoTo(step.entry.ply)

    def draw(self, painter: Painter, memory: Memory) -> None:
        with painter.clipped(self.rect):
            for index, step in enumerate(self.steps):
                top = self.rect.top + index * self.row_height - self.offset(memory)
                width = self.rect.width - (painter.px(SCROLLBAR + 2) if self._needs_scrollbar() else 0)
                self._draw_row(painter, memory, step, pygame.Rect(self.rect.left, top, width, self.row_height))
        self.draw_scrollbar(painter, memory)

    def _draw_row(self, painter: Painter, memory: Memory, step: CycleStep, row: pygame.Rect) -> None:
        palette = painter.palette
        current = step.entry.ply == self.ply
        if current:
            painter.box(row.inflate(0, -painter.px(2)), palette.gold, 6)
        elif memory.hover == self.key and row.collidepoint(memory.mouse):
            painter.box(row.inflate(0, -painter.px(2)), palette.hover, 6)
        ink = palette.on_gold if current else palette.text
        quiet = palette.on_gold if current else palette.muted
        disc = RED_DISC if step.entry.side == RED else BLACK_DISC
        painter.disc((row.left + painter.px(14), row.centery), 5.5, disc, DISC_EDGE)
        words, kind, aside = _cut(row, painter)
        painter.write(step.entry.text, words, colour=ink)
        squares = " ".join(map(self.place, step.move.chased))
        text = f"{squares} · {step.move.article}" if squares else step.move.article
        if painter.width(text, SMALL) > aside.width:
            text = step.move.article
        used = painter.write(text, aside, size=SMALL, colour=quiet, align="right")
        named = (self.kinds or {}).get(step.move.kind, step.move.kind)
        strong = not step.move.is_idle
        kind.width = max(kind.width, aside.right - used - painter.px(GAP) - kind.left)
        painter.write(
            named, kind, size=SMALL, bold=strong, colour=ink if current else self._colour(step, palette)
        )

    def _colour(self, step: CycleStep, palette: Palette) -> Colour:
        """Return the colour of a move's class: the loser's offences stand out, idle moves are muted."""
        if step.move.is_idle:
            return palette.muted
        return palette.danger if step.entry.side == self.loser else palette.warning


def _cut(row: pygame.Rect, painter: Painter) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Return the parts of a row for the move, its class, and its squares and article."""
    left, right = row.left + painter.px(28), row.right - painter.px(10)
    middle = left + round((right - left) * 0.36)
    end = left + round((right - left) * 0.58)
    gap = painter.px(6)
    return (
        pygame.Rect(left, row.top, middle - left - gap, row.height),
        pygame.Rect(middle, row.top, end - middle - gap, row.height),
        pygame.Rect(end, row.top, right - end, row.height),
    )
