"""The engine's card: the verdict, the best lines, and the switches for marks on the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.analysis.analysing import ToggleAttacks, ToggleHidden, ToggleThreat
from xiangqi.app.session import analysed, told, view
from xiangqi.app.session.analysis import AnalysisSearch
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.judgement import Judgement, is_decided
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED
from xiangqi.diagram.picture import Ink
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.referee.endings import ends_in_stalemate
from xiangqi.ui.analysis.analysis_lines import ArrowLegend, line_row
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.engine_words import speed_text
from xiangqi.ui.parts.game_words import outcome_words
from xiangqi.ui.parts.keys import key_words
from xiangqi.ui.parts.review_text import chance_words
from xiangqi.ui.parts.tablebase_text import theory_text
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, PADDING, SMALL
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_HEAD: Final = 52.0
_ROW: Final = 32.0
_FOOT: Final = 30.0
_EDGE: Final = 14.0  # distance from the edge of the card to its content, points
_VALUE: Final = 32.0  # font size of the evaluation, points
_SWITCH: Final = (44.0, 24.0)
_NAMED_SWITCHES: Final = ("arrows", "threat", "attacks")  # those that can be words
_NAMED: Final = 340.0  # least width of the head with a name beside the switch, points


@dataclass
class OnOffSwitch(Button):
    """A button with a label and a knob, which is at the right while the option is on."""

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        track = pygame.Rect(0, 0, *map(painter.px, _SWITCH))
        track.midright = self.rect.midright
        painter.box(track, palette.gold if self.chosen else palette.raised, _SWITCH[1] / 2, palette.outline)
        radius = _SWITCH[1] / 2 - 3
        middle = track.right - track.height // 2 if self.chosen else track.left + track.height // 2
        ink = palette.on_gold if self.chosen else palette.muted
        painter.disc((middle, track.centery), radius, ink, ink)
        words = pygame.Rect(self.rect.left, self.rect.top, track.left - self.rect.left - painter.px(8), 0)
        words.height = self.rect.height
        painter.write(self.label, words, size=BODY, align="right")
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 7)

    def fitting(self, painter: Painter) -> float:
        return BODY


def engine_height(scene: PanelContext) -> float:
    """Return the height of the card in points."""
    return _HEAD + scene.state.settings.analysis_lines * _ROW + _FOOT + 2 * _EDGE


def engine_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the verdict, the chosen number of best lines, and the switches."""
    inner = Room(rect, scene.painter.unit).inner(_EDGE)
    head = inner.top(_HEAD, 0)
    foot = inner.bottom(_FOOT, 0)
    return [Card("analysis.card", rect), *_head(scene, head), *_lines(scene, inner), *_foot(scene, foot)]


def _head(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the score, with the verdict in words beside it, the engine's progress below, and the switch."""
    known, painter, texts = _shown_judgement(scene), scene.painter, scene.texts
    label = texts("analysis.engine_on") if rect.width >= scene.px(_NAMED) else ""
    side = (painter.width(label, BODY) if label else 0) + scene.px(_SWITCH[0] + 10)
    switch = pygame.Rect(rect.right - side, rect.top, side, scene.px(32))
    switch.centery = rect.centery
    score = "" if known is None else _score_text(scene, known)
    width = painter.width(score, _VALUE, True) + scene.px(PADDING) if score else 0
    value = pygame.Rect(rect.left, rect.top, width, rect.height)
    words = pygame.Rect(rect.left + width, rect.top, switch.left - scene.px(GAP) - rect.left - width, 0)
    words.height = rect.height * 9 // 16
    lower = pygame.Rect(words.left, words.bottom, words.width, rect.bottom - words.bottom - scene.px(GAP / 2))
    muted, told = painter.palette.muted, _progress(scene, lower.width)
    is_on = scene.state.shown_analysis is not None
    tip = texts("analysis.close" if is_on else "button.analyse")
    return [
        EngineWords("analysis.score", value, score, size=_VALUE, bold=True, single=True),
        EngineWords("analysis.verdict", words, _verdict(scene, known), size=LEAD, bold=True, single=True),
        EngineWords("analysis.progress", lower, told, size=SMALL, colour=muted, single=True),
        OnOffSwitch("analysis.close", switch, label, ToggleAnalysis(), chosen=is_on, tip=tip),
    ]


class EngineWords(Label):
    """The engine's verdict and progress in words."""

    keeps_clear = True


def _shown_judgement(scene: PanelContext) -> Judgement | None:
    analysis = scene.state.shown_analysis
    return None if analysis is None or analysis.hidden else analysed.judgement(scene.state)


def _verdict(scene: PanelContext, known: Judgement | None) -> str:
    """Return the verdict in words: an evaluation, the tables' result, the game's end, or why none is known."""
    texts, state = scene.texts, scene.state
    if state.shown_analysis is None:
        return texts("analysis.engine_off")
    if state.shown_analysis.hidden:
        return texts("analysis.hidden", key_hide=key_words("analysis_hide", state, texts))
    end = view.board_end(state)
    if end is not None:
        return " · ".join(filter(None, outcome_words(scene, end)))
    known_for_sure = theory_text(scene)
    if known_for_sure:
        return known_for_sure
    chance, search = analysed.red_chance(state), _search(scene)
    if chance is None and search is not None and search.failure:
        return texts("analysis.failed")
    if chance is None:
        preparing = state.settings.analysis_engine in state.preparing
        return texts.sentence(Message("engine.preparing" if preparing else "status.thinking"))
    return _standing(scene, known, chance)


def _standing(scene: PanelContext, known: Judgement | None, chance: float) -> str:
    """Return an evaluation in words: the side that stands better, or the mate and its number of moves."""
    if known is None or known.best.mate is None:
        return chance_words(scene, chance)
    side = scene.side_name(RED if chance >= 0.5 else BLACK)
    mate = view.board_line(scene.state).here.then(*known.best.pv)
    key = "analysis.stalemates" if ends_in_stalemate(mate.start_fen, mate.moves) else "analysis.mates"
    return scene.texts(key, side=side, moves=abs(known.best.mate))


def _line_heard(scene: PanelContext, here: Line, known: Judgement) -> str:
    """Return a line as it is spoken: who stands better, and its moves."""
    moves = told.line_in_words(scene.state, here, known.best.pv)
    return scene.texts("spoken.headed", head=_standing(scene, known, known.red_chance), rest=moves)


def _search(scene: PanelContext) -> AnalysisSearch | None:
    return scene.state.shown_analysis.search if scene.state.shown_analysis is not None else None


def _progress(scene: PanelContext, width_px: int) -> str:
    """Return the depth, nodes and speed of the search and the engine's name, as far as they fit, or ""."""
    state, texts = scene.state, scene.texts
    search = _search(scene)
    info = search.info if search is not None else None
    name, figures = _engine_name(scene, state.settings.analysis_engine), []
    if info is not None and search is not None:
        nodes = texts("analysis.nodes", count=texts.short(info.nodes))
        figures = [texts("engine.depth", depth=info.depth), nodes, speed_text(scene, info.nps)]
    for count in range(len(figures), -1, -1):
        words = " · ".join(filter(None, (*figures[:count], name)))
        if scene.painter.width(words, SMALL) <= width_px:
            return words
    return ""


def _engine_name(scene: PanelContext, command: tuple[str, ...]) -> str:
    if not command:
        return scene.texts("analysis.built_in")
    program = command[0].replace("\\", "/").rsplit("/", 1)[-1]
    return next((engine.name for engine in scene.state.settings.engines if engine.command == command), program)


def _score_text(scene: PanelContext, known: Judgement) -> str:
    """Return a score from Red's view: pawns, moves to mate, or a doubled sign once the game is decided."""
    sign = "+" if known.red_chance >= 0.5 else "−"
    if known.best.mate is not None:
        return sign + scene.texts("analysis.mate", moves=abs(known.best.mate))
    if is_decided(known.best.score_cp or 0):
        return f"{sign}{sign}"
    return f"{sign}{abs(known.best.score_cp or 0) / 100:.2f}"


def _lines(scene: PanelContext, room: Room) -> list[Widget]:
    state, known = scene.state, _shown_judgement(scene)
    here = view.board_line(state).here
    numbered = known is not None and len(known.lines) > 1 and state.settings.analysis_arrows
    widgets: list[Widget] = []
    for number in range(state.settings.analysis_lines):
        rect = room.top(_ROW, 0).inflate(0, -scene.px(2))
        if known is None or number >= len(known.lines):
            continue
        line = replace(known, best=known.lines[number])
        score, good_for_red = _score_text(scene, line), line.red_chance >= 0.5
        key = f"analysis.line.{number}"
        shown = number + 1 if numbered else 0
        row = line_row(scene, key, rect, here, line.best.pv, score, good_for_red, shown)
        widgets.append(replace(row, spoken=partial(_line_heard, scene, here, line)))
    return widgets


def _engine_button(scene: PanelContext, rect: pygame.Rect) -> Button:
    """Lay out the button that switches to the next engine, whether built-in or added."""
    settings = scene.state.settings
    commands = [(), *(engine.command for engine in settings.engines)]
    place = commands.index(settings.analysis_engine) if settings.analysis_engine in commands else 0
    following = commands[(place + 1) % len(commands)]
    tip = scene.texts("analysis.engine", name=_engine_name(scene, following))
    action = ChangeSettings({"analysis_engine": following})
    return Button("analysis.engine", rect, icon="engine", action=action, quiet=True, tip=tip)


# ---- What can be switched ----


def _foot(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the number of lines, the legend of the arrows, and the switches."""
    stepper, legend = _stepper(scene, rect), _arrow_legend(scene)
    free = rect.right - stepper[-1].rect.right - scene.px(PADDING + GAP)
    free -= replace(legend, samples=legend.samples[:1]).wanted(scene.painter)
    switches = _switches(scene, rect, free)
    left, right = stepper[-1].rect.right + scene.px(PADDING), switches[0].rect.left - scene.px(GAP)
    while legend.samples and left + legend.wanted(scene.painter) > right:
        legend.samples = legend.samples[:-1]
    legend.rect = pygame.Rect(left, rect.top, legend.wanted(scene.painter), rect.height)
    return [*stepper, *([legend] if legend.samples else []), *switches]


def _arrow_legend(scene: PanelContext) -> ArrowLegend:
    """Return the legend of the arrows that can be on the board; the caller places it."""
    settings, analysis = scene.state.settings, scene.state.shown_analysis
    inks = look(settings.theme, settings.piece_set, settings.safe_colours).board.marks.inks
    named = [Ink.BEST, Ink.OTHER] if settings.analysis_arrows else []
    named += [Ink.THREAT] if analysis is not None and analysis.threat else []
    samples = tuple(
        (inks[ink.value], ink is not Ink.BEST, scene.texts(f"analysis.legend.{ink.value}")) for ink in named
    )
    return ArrowLegend("analysis.legend", pygame.Rect(0, 0, 0, 0), samples)


def _switches(scene: PanelContext, rect: pygame.Rect, free_px: int) -> list[Widget]:
    """Lay out the switches and the engine button at the right of a strip, with words if these fit `free_px`."""
    state, settings, side, gap = scene.state, scene.state.settings, rect.height, scene.px(4)
    texts = scene.texts
    analysis = state.shown_analysis
    threat, hidden = (analysis.threat, analysis.hidden) if analysis is not None else (False, False)
    arrows = ChangeSettings({"analysis_arrows": not settings.analysis_arrows})
    switches: list[tuple[str, Action, bool]] = [
        ("arrows", arrows, settings.analysis_arrows),
        ("threat", ToggleThreat(), threat),
        ("attacks", ToggleAttacks(), state.attacks),
        ("hide", ToggleHidden(), hidden),
    ]
    others = bool(settings.engines) * (side + gap)
    words = {name: texts(f"analysis.{name}_word") for name in _NAMED_SWITCHES}
    around = 2 * scene.px(GAP)  # as a button has it; rounding the sum may give a pixel less
    widths = {name: scene.painter.width(word, SMALL, True) + around for name, word in words.items()}
    if sum(widths.values()) + 3 * gap + side + others > free_px:
        words.clear()
    named = [(name, widths[name] if name in words else side) for name, _, _ in switches]
    left = rect.right - others - sum(width + gap for _, width in named) + gap
    buttons: list[Widget] = []
    for (name, width), (_, action, on) in zip(named, switches, strict=True):
        button = Button(
            f"analysis.{name}",
            pygame.Rect(left, rect.top, width, side),
            words.get(name, ""),
            action,
            "" if words.get(name) else name,
            chosen=on,
            quiet=True,
            tip=texts(f"analysis.{name}"),
            size=SMALL,
        )
        buttons.append(button)
        left += width + gap
    last = pygame.Rect(rect.right - side, rect.top, side, side)
    return [*buttons, *([_engine_button(scene, last)] if settings.engines else [])]


def _stepper(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the stepper that sets how many lines are shown, at the left end of a strip."""
    lines, side, texts, painter = scene.state.settings.analysis_lines, rect.height, scene.texts, scene.painter
    name, number = texts("analysis.lines_title"), scene.px(22)
    named = painter.width(name, SMALL) + scene.px(6) if rect.width >= scene.px(400) else 0
    fewer = pygame.Rect(rect.left + named, rect.top, side, side)
    count = pygame.Rect(fewer.right, rect.top, number, side)
    more = pygame.Rect(count.right, rect.top, side, side)
    label = pygame.Rect(rect.left, rect.top, named, side)
    words = (
        [Label("analysis.lines_title", label, name, SMALL, painter.palette.muted, single=True)] if named else []
    )
    specs = ((fewer, "fewer", "minus", lines - 1, lines > 1), (more, "more", "plus", lines + 1, lines < 5))
    buttons = [
        Button(
            f"analysis.{name}",
            cell,
            icon=icon,
            action=ChangeSettings({"analysis_lines": wanted}),
            enabled=enabled,
            tip=texts(f"analysis.{name}"),
        )
        for cell, name, icon, wanted, enabled in specs
    ]
    told = Label("analysis.lines", count, str(lines), size=BODY, bold=True, single=True, align="centre")
    return [*words, buttons[0], told, buttons[1]]
