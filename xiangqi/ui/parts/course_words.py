"""Courses and themes of exercises in words."""

from __future__ import annotations

from typing import Final

from xiangqi.coach.facts import theme_key
from xiangqi.ui.parts.context import PanelContext

_COURSES: Final = {
    "four_mates": "course.four_mates",
    "endings": "course.endings",
    "repetition": "course.repetition",
    "openings": "course.openings",
}


def course_words(scene: PanelContext, key: str) -> str:
    """Return the name of a course."""
    return scene.texts(_COURSES[key]) if key in _COURSES else theme_name(scene, key)


def theme_words(scene: PanelContext, theme: str) -> str:
    """Return the name of a theme for use inside a sentence."""
    return scene.texts(theme_key(theme))


def theme_name(scene: PanelContext, theme: str) -> str:
    """Return the name of a theme for use by itself."""
    words = theme_words(scene, theme)
    return words[:1].upper() + words[1:]
