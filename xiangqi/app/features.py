"""Imports the modules that register handlers and other functions; one not named here has no effect.

A new feature adds a line here, and its name to the layers in pyproject.toml.
"""

from __future__ import annotations

# ruff: noqa: F401
from xiangqi.app.analysis import analysing, review
from xiangqi.app.board_input import asking, moving
from xiangqi.app.coach import better, hints, questions, teaching
from xiangqi.app.editor import setting_up
from xiangqi.app.engines import engine_list
from xiangqi.app.exercises import (
    challenges,
    classics,
    practice,
    puzzle_result,
    puzzles,
    rating_change,
    why_better,
)
from xiangqi.app.game import (
    at_once,
    engine_events,
    engine_match,
    losses,
    play,
    quitting,
    resign_draw,
    resuming,
    take_back,
    timekeeping,
)
from xiangqi.app.insights import background, pages, sparring
from xiangqi.app.lessons import doing, going_through, guide, welcome
from xiangqi.app.library import daily, explorer, import_games, kept_reviews, looking, own_games, search
from xiangqi.app.openings import place, repertoire
from xiangqi.app.palette import looking as looking_for_anything
from xiangqi.app.recognition import reading_pictures
from xiangqi.app.records import (
    analyses,
    autoplay,
    browse,
    clipboard,
    cycle_replay,
    editing,
    going,
    loading,
    pictures,
    preview,
    saving,
)
from xiangqi.app.session import panels
from xiangqi.app.settings import preferences
from xiangqi.app.share import sharing
