"""The graph of the game on the board, with its moments and, once it is reviewed, its phases."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pygame

from xiangqi.app.coach import coached
from xiangqi.app.session import analysed, view
from xiangqi.ui.analysis.graph import Graph
from xiangqi.ui.analysis.graph_words import graph_words
from xiangqi.ui.analysis.moment_discs import discs
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.widgets import Widget


def game_graph(scene: PanelContext, rect: pygame.Rect, *, phases: bool = True) -> list[Widget]:
    """Lay out the graph, which is empty if hidden.

    `phases`: whether to name the phases of a reviewed game.
    """
    known = analysed.assessment(scene.state)
    hidden = scene.state.shown_analysis is not None and scene.state.shown_analysis.hidden
    return [
        Graph(
            "analysis.graph",
            rect,
            line=scene.state.document.line,
            chances=(None,) * len(known.chances) if hidden else known.chances,
            discs=() if hidden else discs(scene),
            ply=view.line(scene.state).ply,
            phases=_phases(scene) if phases and known.is_complete and not hidden else (),
            empty=scene.texts("analysis.no_graph"),
            unit=scene.painter.unit,
            spoken=None if hidden else partial(graph_words, scene, known.chances),
        )
    ]


def _phases(scene: PanelContext) -> tuple[tuple[int, str], ...]:
    """Return the first ply and the name of each phase of a reviewed game."""
    moves = coached.review(scene.state).moves
    begins = [(0, moves[0].phase)] if moves else []
    begins += [(move.ply - 1, move.phase) for one, move in pairwise(moves) if move.phase != one.phase]
    return tuple((ply, scene.texts(f"coach.phase.{phase}")) for ply, phase in begins)
