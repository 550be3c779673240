"""Imports the modules that register panels, columns and commands; one not named here has no effect.

A new feature adds a line, and its name to the layers in pyproject.toml.
"""

from __future__ import annotations

# ruff: noqa: F401
from xiangqi.ui.analysis import analysis_found, analysis_panel, story_screen
from xiangqi.ui.analysis import commands as analysis_commands
from xiangqi.ui.coach import coach_cards, guide_card, insight_panel
from xiangqi.ui.coach import commands as coach_commands
from xiangqi.ui.editor import commands as editor_commands
from xiangqi.ui.editor import editor_panel
from xiangqi.ui.engines import engine_panels, engines_found
from xiangqi.ui.exercises import (
    classics_page,
    courses_panel,
    exercise_card,
    exercises_found,
    exercises_panel,
    puzzle_card,
)
from xiangqi.ui.game import column, home_page, new_game, play_found, replay_panel, rules_panel
from xiangqi.ui.game import commands as game_commands
from xiangqi.ui.insights import insights_found, insights_panel, player_page, progress_page
from xiangqi.ui.lessons import lesson_column, lessons_found, lessons_panel
from xiangqi.ui.library import commands as library_commands
from xiangqi.ui.library import explorer_card, games_here, games_page, library_found
from xiangqi.ui.openings import openings_column, repertoire_found
from xiangqi.ui.palette import commands as palette_commands
from xiangqi.ui.recognition import picture_panel
from xiangqi.ui.records import annotation, details_panel, file_panels, record_cards
from xiangqi.ui.records import commands as record_commands
from xiangqi.ui.settings import commands as settings_commands
from xiangqi.ui.settings import help_panel, settings_found, settings_panel, welcome_panel
from xiangqi.ui.share import share_panel
