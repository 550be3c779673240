"""The column while positions are analysed: tabs, the engine's lines, the graph, the review, the moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from xiangqi.app import view
from xiangqi.app.analysis import analysed
from xiangqi.app.analysis.analysing import ChooseTab, ToggleAnalysis, ToggleAttacks, ToggleHidden, ToggleThreat
from xiangqi.app.analysis.judgement import Judgement, is_decided
from xiangqi.app.analysis.preview import ShowLine
from xiangqi.app.analysis.state import AnalysisSearch, Tab
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED
from xiangqi.referee.endings import ends_in_stalemate
from xiangqi.ui.analysis.analysis_lines import LineRow, as_many_as_fit
from xiangqi.ui.analysis.graph import Graph
from xiangqi.ui.analysis.review_card import review_card, review_height
from xiangqi.ui.analysis.tablebase_text import theory_text
from xiangqi.ui.game.column import playing_column, speed_text
from xiangqi.ui.game.move_list import moves_card
from xiangqi.ui.game.tool_row import TOOLS, tool_row
from xiangqi.ui.library.explorer_card import explorer_card
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, is_wide, parts
from xiangqi.ui.records.record_cards import outcome_words
from xiangqi.ui.toolkit.roles import GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

_TABS: Final = 36.0
_HEAD: Final = 64.0
_ROW: Final = 28.0
_SWITCHES: Final = 32.0
_LEGEND: Final = 20.0
_GRAPH: Final = 88.0
_REVIEW: Final = 108.0
_MOVES: Final = 90.0
_EXPLORER: Final = 210.0
_VALUE: Final = 30.0  # size of the evaluation
_LEVEL, _SLIGHT, _CLEAR = 0.04, 0.14, 0.34  # how far a chance is from even


def analysis_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the tabs, and below them the game's column or the analysis: lines, graph, review and moves."""
    analysis = scene.state.analysis
    if analysis is None:
        return playing_column(scene, box)
    room = Room(box, scene.painter.unit)
    tabs = _tabs(scene, room.top(_TABS), analysis.tab)
    if analysis.tab is Tab.GAME:
        return [*tabs, *playing_column(scene, room.rest)]
    tools = tool_row(scene, room.bottom(TOOLS))
    widgets = [*tabs, *_engine_card(scene, room), *_graph(scene, room.top(_GRAPH))]
    if scene.state.library.explorer is None and not view.line(scene.state).moves:
        return [*widgets, *review_card(scene, room.rest), *tools]
    return [*widgets, *_below_graph(scene, room), *tools]


def _below_graph(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the review and the moves; where room is scarce, the explorer in its place."""
    explorer, wide = scene.state.library.explorer, is_wide(scene, room.rest)
    wanted = scene.px(review_height(scene, parts(scene, room.rest, 0)[0].width))
    most = room.rest.height - scene.px(_MOVES)  # in a small window the moves need some room too
    first, moves = parts(scene, room.rest, max(scene.px(_REVIEW), min(most, wanted)))
    if explorer is None:
        return [*review_card(scene, first), *moves_card(scene, moves)]
    left = Room(first if wide else room.rest, scene.painter.unit)
    told = left.bottom_px(wanted) if left.rest.height - wanted > scene.px(_EXPLORER) else None
    if not wide:
        told, (first, moves) = None, parts(scene, room.rest, round(room.rest.height * 3 / 5))
        left = Room(first, scene.painter.unit)
    return [
        *explorer_card(scene, left.rest, explorer),
        *(review_card(scene, told) if told is not None else []),
        *moves_card(scene, moves),
    ]


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


# ---- What the engine says ----


def _engine_card(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the verdict, as many of the best lines as are wanted, and what can be switched."""
    rows = scene.state.settings.analysis_lines
    rect = room.top(_HEAD + rows * _ROW + _SWITCHES + 25)
    inner = Room(rect, scene.painter.unit).inner(10)
    head = inner.top(_HEAD, 0)
    switches = inner.bottom(_SWITCHES, 2)
    return [
        Card("analysis.card", rect),
        *_head(scene, head),
        *_lines(scene, inner),
        *_switches(scene, switches),
    ]


def _head(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Show the score and the verdict in words, and below them how far the engine has come."""
    known = _shown_judgement(scene)
    score = "" if known is None else _score_text(scene, known)
    upper = pygame.Rect(rect.left, rect.top, rect.width, rect.height * 3 // 5)
    width = scene.painter.width(score, 20, True) + scene.px(10) if score else 0
    words = pygame.Rect(upper.left + width, upper.top, upper.width - width, upper.height)
    lower = pygame.Rect(rect.left, upper.bottom, rect.width, rect.bottom - upper.bottom)
    muted = scene.painter.palette.muted
    return [
        EngineWords("analysis.score", upper, score, size=20, bold=True, single=True),
        EngineWords("analysis.verdict", words, _verdict(scene, known), size=14, single=True),
        EngineWords("analysis.progress", lower, _progress(scene), size=12, colour=muted, single=True),
    ]


class EngineWords(Label):
    """What the engine says, in words."""

    keeps_clear = True


def _shown_judgement(scene: PanelContext) -> Judgement | None:
    analysis = scene.state.analysis
    return None if analysis is None or analysis.hidden else analysed.judgement(scene.state)


def _verdict(scene: PanelContext, known: Judgement | None) -> str:
    """Say who stands better or, where the game is over, how it ended."""
    texts, state = scene.texts, scene.state
    if state.analysis is not None and state.analysis.hidden:
        return texts("analysis.hidden")
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
        return texts(
            "engine.preparing" if state.settings.analysis_engine in state.preparing else "status.thinking"
        )
    side = scene.side_name(RED if chance >= 0.5 else BLACK)
    if known is not None and known.best.mate is not None:
        mate = view.board_line(state).here.then(*known.best.pv)
        stale = ends_in_stalemate(mate.start_fen, mate.moves)
        return texts(
            "analysis.stalemates" if stale else "analysis.mates", side=side, moves=abs(known.best.mate)
        )
    ahead = abs(chance - 0.5)
    if ahead < _LEVEL:
        return texts("analysis.level")
    degree = "slight" if ahead < _SLIGHT else "clear" if ahead < _CLEAR else "winning"
    return texts(f"analysis.{degree}", side=side)


def _search(scene: PanelContext) -> AnalysisSearch | None:
    return scene.state.analysis.search if scene.state.analysis is not None else None


def _progress(scene: PanelContext) -> str:
    """Return depth, nodes and speed of the search, and the name of the engine."""
    state, texts = scene.state, scene.texts
    search = _search(scene)
    info = search.info if search is not None else None
    parts = [_engine_name(scene, state.settings.analysis_engine)]
    if info is not None and search is not None:
        parts.insert(0, texts("engine.depth", depth=info.depth))
        parts.insert(1, texts("analysis.nodes", count=texts.short(info.nodes)))
        parts.insert(2, speed_text(scene, info.nps))
    return " · ".join(filter(None, parts))


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
    ply = view.board_line(state).ply
    widgets: list[Widget] = []
    for number in range(state.settings.analysis_lines):
        rect = room.top(_ROW, 0)
        if known is None or number >= len(known.lines):
            continue
        line = replace(known, best=known.lines[number])
        widgets.append(
            LineRow(
                f"analysis.line.{number}",
                rect,
                score=_score_text(scene, line),
                moves=analysed.line_texts(state, number),
                good_for_red=line.red_chance >= 0.5,
                action=ShowLine(ply, line.best.pv),
                tip=_whole_line(scene, rect, analysed.line_texts(state, number)),
            )
        )
    return widgets


def _whole_line(scene: PanelContext, rect: pygame.Rect, moves: tuple[str, ...]) -> str:
    """Return what a click does, below all moves of a line if the row has no room for them."""
    play_out = scene.texts("analysis.play_out")
    whole = "  ".join(moves)
    cut = as_many_as_fit(scene.painter, moves, LineRow.words_width(scene.painter, rect)) != whole
    return f"{whole}\n{play_out}" if cut else play_out


# ---- What can be switched ----


def _switches(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    state, texts, settings = scene.state, scene.texts, scene.state.settings
    analysis = state.analysis
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
            Button(f"analysis.{name}", cell, icon=name, action=action, primary=on, quiet=True, tip=tip)
        )
    if settings.engines:
        cell = pygame.Rect(rect.left + 4 * (side + scene.px(4)), rect.top, side, side)
        widgets.append(_engine_button(scene, cell))
    used = len(widgets) * (side + scene.px(4))
    return [*widgets, *_stepper(scene, pygame.Rect(rect.left + used, rect.top, rect.width - used, side))]


def _engine_button(scene: PanelContext, rect: pygame.Rect) -> Button:
    """Lay out the button that lets the next engine analyse: the built-in one and those added, in turn."""
    settings = scene.state.settings
    commands = [(), *(engine.command for engine in settings.engines)]
    place = commands.index(settings.analysis_engine) if settings.analysis_engine in commands else 0
    following = commands[(place + 1) % len(commands)]
    tip = scene.texts("analysis.engine", name=_engine_name(scene, following))
    action = ChangeSettings({"analysis_engine": following})
    return Button("analysis.engine", rect, icon="engine", action=action, quiet=True, tip=tip)


def _stepper(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the choice of how many lines are shown."""
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
    hidden = scene.state.analysis is not None and scene.state.analysis.hidden
    return [
        Graph(
            "analysis.graph",
            rect,
            chances=(None,) * len(known.chances) if hidden else known.chances,
            marked=() if hidden else known.marked,
            ply=view.line(scene.state).ply,
            empty=scene.texts("analysis.no_graph"),
            unit=scene.painter.unit,
        )
    ]
