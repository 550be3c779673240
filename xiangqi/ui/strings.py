"""Every string of the window, in the languages it speaks.

Strings live in ``assets/i18n/<language>.json``: flat objects from keys such as ``"button.new"`` to texts with
``{named}`` places. All languages (``storage.settings.LANGUAGES``) have the same keys.
"""

from __future__ import annotations

import json

from xiangqi.errors import ResourceError
from xiangqi.resources import asset


def load(language: str) -> dict[str, str]:
    """Read the strings of a language.

    Raises:
        ResourceError: no such language, or its file is damaged.
    """
    path = asset(f"i18n/{language}.json")
    try:
        strings = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ResourceError(f"{path} cannot be read: {error}") from error
    return dict(strings)
