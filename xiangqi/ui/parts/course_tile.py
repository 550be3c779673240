"""Courses as tiles, and grids of tiles."""

from __future__ import annotations

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.session.training import CourseProgress, ExerciseSet, TrainingRequest
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.course_words import course_words
from xiangqi.ui.toolkit.row_tile import RowTile


def course_tile(scene: PanelContext, course: CourseProgress, rect: pygame.Rect) -> RowTile:
    """Return the tile of a course, which continues it where the player left off."""
    done, count = course.done, len(course.lessons)
    told = scene.texts("courses.progress", done=done, count=count)
    begin = Train(TrainingRequest(ExerciseSet.LESSON, course.key))
    icon = "check" if done == count else "play"
    name = course_words(scene, course.key)
    share = done / count if count else 0.0
    return RowTile(f"course.{course.key}", rect, name, begin, icon, detail=told, share=share)


def grid(rect: pygame.Rect, across: int, height_px: int, gap_px: int) -> list[pygame.Rect]:
    """Return as many rows of boxes of a height as fit into a box; they are a little higher if there is room."""
    down = max(1, (rect.height + gap_px) // (height_px + gap_px))
    height = min(round(height_px * 1.3), (rect.height - gap_px * (down - 1)) // down)
    strips = (
        pygame.Rect(rect.left, rect.top + row * (height + gap_px), rect.width, height) for row in range(down)
    )
    return [cell for strip in strips for cell in columns(strip, across, gap_px)]
