"""The column while positions are analysed: tabs, the engine's lines, the graph, the review, the moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.app.analysis.analysing import ChooseTab, ToggleAttacks, ToggleHidden, ToggleThreat
from xiangqi.app.coach import coached
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session import analysed, view
from xiangqi.app.session.analysis import AnalysisSearch, Tab
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.judgement import Judgement, is_decided
from xiangqi.app.session.mode import Mode
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED
from xiangqi.diagram.picture import Ink
from xiangqi.i18n.message import Message
from xiangqi.referee.endings import ends_in_stalemate
from xiangqi.ui.analysis.analysis_lines import ArrowLegend, line_row
from xiangqi.ui.analysis.graph import Graph
from xiangqi.ui.analysis.review_card import offers_review, review_card, review_height, review_offer
from xiangqi.ui.game.column import playing_column
from xiangqi.ui.library.explorer_card import explorer_card
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, is_wide, parts
from xiangqi.ui.parts.engine_words import speed_text
from xiangqi.ui.parts.game_words import outcome_words
from xiangqi.ui.parts.keys import key_words
from xiangqi.ui.parts.move_list import moves_card
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.review_text import chance_words
from xiangqi.ui.parts.tablebase_text import theory_text
from xiangqi.ui.toolkit.roles import GAP, LEAD, PADDING, SMALL
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

_TABS: Final = 36.0
_HEAD: Final = 56.0
_ROW: Final = 28.0
_SWITCHES: Final = 32.0
_LEGEND: Final = 24.0
_GRAPH: Final = 88.0
_REVIEW: Final = 108.0
_MOVES: Final = 90.0
_EXPLORER: Final = 210.0
_EDGE: Final = 12.0  # distance from the edge of a card to its content, points
_STEPPER: Final = 130.0  # width of the stepper for the number of lines, points
_SHRINK: Final = 0.8  # the least scale to which words may shrink to fit
_VALUE: Final = 30.0  # font size of the evaluation, points


@column(Mode)
def analysis_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the tabs, and below them the game's column or the analysis: lines, graph, review and moves."""
    analysis = scene.state.shown_analysis
    if analysis is None:
        return playing_column(scene, box)
    room = Room(box, scene.painter.unit)
    tabs = _tabs(scene, room.top(_TABS), analysis.tab)
    if analysis.tab is Tab.GAME:
        return [*tabs, *playing_column(scene, room.rest)]
    widgets = [*tabs, *_engine_card(scene, room)]
    if view.line(scene.state).moves:
        widgets += _graph(scene, room.top(_GRAPH))
    return [*widgets, *_below_graph(scene, room)]


def _below_graph(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the review and the moves; if room is scarce, an open explorer replaces the review."""
    if scene.state.part(LibraryState).explorer is None and offers_review(scene):
        offer = review_offer(scene, room)
        return [*moves_card(scene, room.rest), *offer]
    explorer, rest = scene.state.part(LibraryState).explorer, room.rest
    if explorer is not None:
        first, moves = parts(scene, rest, round(rest.height * 3 / 5))
        left = Room(first, scene.painter.unit)
        wanted = scene.px(review_height(scene, first.width))
        roomy = is_wide(scene, rest) and rest.height - wanted > scene.px(_EXPLORER)
        told = review_card(scene, left.bottom_px(wanted)) if roomy else []
        return [*explorer_card(scene, left.rest, explorer), *told, *moves_card(scene, moves)]
    wanted = scene.px(review_height(scene, rest.width))
    if is_wide(scene, rest) and wanted > rest.height // 2:
        moves, beside = parts(scene, rest, 0)
        return [*moves_card(scene, moves), *review_card(scene, beside)]
    most = rest.height - scene.px(_MOVES)  # in a small window the moves need some room too
    card = review_card(scene, room.bottom_px(max(scene.px(_REVIEW), min(most, wanted))))
    return [*moves_card(scene, room.rest), *card]


def _tabs(scene: PanelContext, rect: pygame.Rect, chosen: Tab) -> list[Widget]:
    texts, tabs = scene.texts, tuple(Tab)
    close = pygame.Rect(rect.right - rect.height, rect.top, rect.height, rect.height)
    strip = pygame.Rect(rect.left, rect.top, close.left - rect.left - scene.px(GAP / 2), rect.height)
    labels = tuple(texts(f"analysis.tab_{tab.value}") for tab in tabs)
    tip = texts("analysis.close")
    return [
        Choice("analysis.tabs", strip, labels, tuple(map(ChooseTab, tabs)), tabs.index(chosen)),
        Button("analysis.close", close, icon="close", action=ToggleAnalysis(), quiet=True, tip=tip),
    ]


# ---- The engine's reports ----


def _engine_card(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the verdict, the chosen number of best lines, and the switches."""
    rows, painter = scene.state.settings.analysis_lines, scene.painter
    legend = _arrow_legend(scene)
    aside = legend.wanted(painter) > room.rest.width - scene.px(2 * PADDING + 5 * _SWITCHES + _STEPPER)
    below = _LEGEND if legend.samples and aside else 0.0
    rect = room.top(_HEAD + rows * _ROW + _SWITCHES + below + GAP + 2 * _EDGE)
    inner = Room(rect, painter.unit).inner(_EDGE)
    head = inner.top(_HEAD, 0)
    legend.rect = inner.bottom(below, 0) if below else legend.rect
    switches = _switches(scene, inner.bottom(_SWITCHES, GAP))
    if not below:
        left = max(widget.rect.right for widget in switches[:-3]) + scene.px(2 * GAP)
        legend.rect = pygame.Rect(left, switches[0].rect.top, legend.wanted(painter), switches[0].rect.height)
    shown = [legend] if legend.samples else []
    return [Card("analysis.card", rect), *_head(scene, head), *_lines(scene, inner), *switches, *shown]


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


def _head(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the score, with the verdict in words beside it and the engine's progress below."""
    known = _shown_judgement(scene)
    score = "" if known is None else _score_text(scene, known)
    width = scene.painter.width(score, _VALUE, True) + scene.px(PADDING) if score else 0
    value = pygame.Rect(rect.left, rect.top, width, rect.height)
    words = pygame.Rect(rect.left + width, rect.top, rect.width - width, rect.height * 9 // 16)
    lower = pygame.Rect(words.left, words.bottom, words.width, rect.bottom - words.bottom - scene.px(GAP / 2))
    muted, told = scene.painter.palette.muted, _progress(scene, lower.width)
    return [
        EngineWords("analysis.score", value, score, size=_VALUE, bold=True, single=True),
        EngineWords("analysis.verdict", words, _verdict(scene, known), size=LEAD, bold=True, single=True),
        EngineWords("analysis.progress", lower, told, size=SMALL, colour=muted, single=True),
    ]


class EngineWords(Label):
    """The engine's verdict and progress in words."""

    keeps_clear = True


def _shown_judgement(scene: PanelContext) -> Judgement | None:
    analysis = scene.state.shown_analysis
    return None if analysis is None or analysis.hidden else analysed.judgement(scene.state)


def _verdict(scene: PanelContext, known: Judgement | None) -> str:
    """Return in words who stands better or, once the game is over, how it ended."""
    texts, state = scene.texts, scene.state
    if state.shown_analysis is not None and state.shown_analysis.hidden:
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
    side = scene.side_name(RED if chance >= 0.5 else BLACK)
    if known is not None and known.best.mate is not None:
        mate = view.board_line(state).here.then(*known.best.pv)
        stale = ends_in_stalemate(mate.start_fen, mate.moves)
        return texts(
            "analysis.stalemates" if stale else "analysis.mates", side=side, moves=abs(known.best.mate)
        )
    return chance_words(scene, chance)


def _search(scene: PanelContext) -> AnalysisSearch | None:
    return scene.state.shown_analysis.search if scene.state.shown_analysis is not None else None


def _progress(scene: PanelContext, width_px: int) -> str:
    """Return the depth, nodes and speed of the search and the engine's name, as far as they fit."""
    state, texts = scene.state, scene.texts
    search = _search(scene)
    info = search.info if search is not None else None
    name, figures = _engine_name(scene, state.settings.analysis_engine), []
    if info is not None and search is not None:
        nodes = texts("analysis.nodes", count=texts.short(info.nodes))
        figures = [texts("engine.depth", depth=info.depth), nodes, speed_text(scene, info.nps)]
    for count in range(len(figures), -1, -1):
        words = " · ".join(filter(None, (*figures[:count], name)))
        if scene.painter.width(words, SMALL) * _SHRINK <= width_px:
            break
    return words


def _engine_name(scene: PanelContext, command: tuple[str, ...]) -> str:
    if not command:
        return scene.texts("analysis.built_in")
    program = command[0].replace("\\", "/").rsplit("/", 1)[-1]
    return next((engine.name for engine in scene.state.settings.engines if engine.command == command), program)


def _score_text(scene: PanelContext, known: Judgement) -> str:
    """Return a score from Red's view: pawns, or moves to mate."""
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
        rect = room.top(_ROW, 0)
        if known is None or number >= len(known.lines):
            continue
        line = replace(known, best=known.lines[number])
        score, good_for_red = _score_text(scene, line), line.red_chance >= 0.5
        key = f"analysis.line.{number}"
        shown = number + 1 if numbered else 0
        widgets.append(line_row(scene, key, rect, here, line.best.pv, score, good_for_red, shown))
    return widgets


# ---- What can be switched ----


def _switches(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    state, texts, settings = scene.state, scene.texts, scene.state.settings
    analysis = state.shown_analysis
    if analysis is None:
        return []
    switches = (
        (
            "arrows",
            ChangeSettings({"analysis_arrows": not settings.analysis_arrows}),
            settings.analysis_arrows,
        ),
        ("threat", ToggleThreat(), analysis.threat),
        ("attacks", ToggleAttacks(), state.attacks),
        ("hide", ToggleHidden(), analysis.hidden),
    )
    side = rect.height
    widgets: list[Widget] = []
    for index, (name, action, on) in enumerate(switches):
        cell = pygame.Rect(rect.left + index * (side + scene.px(4)), rect.top, side, side)
        tip = texts(f"analysis.{name}")
        widgets.append(
            Button(f"analysis.{name}", cell, icon=name, action=action, chosen=on, quiet=True, tip=tip)
        )
    if settings.engines:
        cell = pygame.Rect(rect.left + 4 * (side + scene.px(4)), rect.top, side, side)
        widgets.append(_engine_button(scene, cell))
    used = len(widgets) * (side + scene.px(4))
    return [*widgets, *_stepper(scene, pygame.Rect(rect.left + used, rect.top, rect.width - used, side))]


def _engine_button(scene: PanelContext, rect: pygame.Rect) -> Button:
    """Lay out the button that switches to the next engine: the built-in one and the added ones, in turn."""
    settings = scene.state.settings
    commands = [(), *(engine.command for engine in settings.engines)]
    place = commands.index(settings.analysis_engine) if settings.analysis_engine in commands else 0
    following = commands[(place + 1) % len(commands)]
    tip = scene.texts("analysis.engine", name=_engine_name(scene, following))
    action = ChangeSettings({"analysis_engine": following})
    return Button("analysis.engine", rect, icon="engine", action=action, quiet=True, tip=tip)


def _stepper(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the stepper that sets how many lines are shown."""
    lines, side = scene.state.settings.analysis_lines, rect.height
    text = scene.texts("analysis.lines", count=lines)
    if scene.painter.width(text, SMALL) + scene.px(8) > rect.width - 2 * side:
        text = str(lines)
    width = scene.painter.width(text, SMALL) + scene.px(8)
    fewer, more = (
        pygame.Rect(left, rect.top, side, side) for left in (rect.right - 2 * side - width, rect.right - side)
    )
    words = pygame.Rect(fewer.right, rect.top, width, side)
    specs = (
        (fewer, "fewer", "minus", lines - 1, lines > 1),
        (more, "more", "plus", lines + 1, lines < 5),
    )
    buttons = [
        Button(
            f"analysis.{name}",
            cell,
            icon=icon,
            action=ChangeSettings({"analysis_lines": count}),
            enabled=enabled,
            quiet=True,
            tip=scene.texts(f"analysis.{name}"),
        )
        for cell, name, icon, count, enabled in specs
    ]
    return [
        buttons[0],
        Label("analysis.lines", words, text, size=SMALL, single=True, align="centre"),
        buttons[1],
    ]


def _graph(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    known = analysed.assessment(scene.state)
    hidden = scene.state.shown_analysis is not None and scene.state.shown_analysis.hidden
    return [
        Graph(
            "analysis.graph",
            rect,
            line=scene.state.document.line,
            chances=(None,) * len(known.chances) if hidden else known.chances,
            marked=() if hidden else known.marked,
            ply=view.line(scene.state).ply,
            phases=() if hidden or not known.is_complete else _phases(scene),
            empty=scene.texts("analysis.no_graph"),
            unit=scene.painter.unit,
        )
    ]


def _phases(scene: PanelContext) -> tuple[tuple[int, str], ...]:
    """Return the first ply and the name of each phase of a reviewed game."""
    moves = coached.review(scene.state).moves
    begins = [(0, moves[0].phase)] if moves else []
    begins += [(move.ply - 1, move.phase) for one, move in pairwise(moves) if move.phase != one.phase]
    return tuple((ply, scene.texts(f"coach.phase.{phase}")) for ply, phase in begins)
