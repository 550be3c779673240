"""The courses with their progress: mating patterns, endgames, repetition, openings."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import CourseProgress
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.course_tile import course_tile
from xiangqi.ui.parts.learn_head import LearnView, learn_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.tile_list import TileList
from xiangqi.ui.toolkit.widgets import Button, Widget
