"""What the player chose once and expects to find again: a small JSON file with a version.

Keys this version does not know are kept when the file is written again, so that an older program does not
strip what a newer one stored. A value of the wrong type or range falls back to its default alone, and stays in
the file until the player chooses another. A file that is no JSON at all is set aside, never overwritten.
"""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from xiangqi import rule_sets
from xiangqi.disk import cannot_be_read, read_file, set_aside, write_atomically
from xiangqi.errors import StorageError
from xiangqi.i18n.message import LANGUAGES
from xiangqi.ladder import FORMER_FULL_STRENGTH, FULL_STRENGTH
from xiangqi.lock import FileLock
from xiangqi.resources import data_folder
from xiangqi.storage import saved_engines
from xiangqi.storage.saved_engines import SavedEngine

VERSION: Final = 2
NOTATIONS = ("chinese", "chinese-traditional", "wxf", "iccs")
SCRIPTS: Final = {"zh-Hans": "chinese", "zh-Hant": "chinese-traditional"}
"""The notation of NOTATIONS that is written as a language is."""

SIDES = ("red", "black", "both", "none")
LESSONS = ("mistake", "inaccuracy", "good")
"""Grades of moves that the coach lets pass; it speaks up at worse ones."""

MOST_RECENT_FILES = 10
NO_SIZE = (0, 0)
_PATIENCE_S: Final = 2.0  # with another window that writes the file
_LARGEST: Final = 8 << 20  # bytes of the file


def system_language() -> str:
    """The language of LANGUAGES that suits the user's system; English when nothing says otherwise."""
    name = _system_locale()
    if not name.startswith(("zh", "chinese")):
        return next((language for language in LANGUAGES if name.startswith(language)), "en")
    traditional = (
        "zh_tw",
        "zh_hk",
        "zh_mo",
        "zh_hant",
        "chinese (traditional)",
        "chinese_taiwan",
        "chinese_hong",
    )
    return "zh-Hant" if name.startswith(traditional) else "zh-Hans"


def _system_locale() -> str:
    """Language and country as the user's system names them, in lower case: zh_cn.utf-8, chinese_china.936."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return (name or locale.getlocale()[0] or "").replace("-", "_").lower()


def system_rules() -> str:
    """The rules of the country that the user's system names: the Chinese ones in China."""
    abroad = any(country in _system_locale() for country in ("_sg", "_my", "singapore", "malaysia"))
    return "cxa" if system_language() == "zh-Hans" and not abroad else rule_sets.DEFAULT.name


def system_notation() -> str:
    """Chinese notation in the script of the user's system."""
    return SCRIPTS.get(system_language(), "chinese")


WESTERN: Final = "western"
"""The piece set of pictures, for those who read no Chinese."""

PICTURES: Final[Mapping[str, Any]] = {"piece_set": WESTERN, "notation": "iccs"}
"""Settings of those who read no Chinese."""


@dataclass(frozen=True)
class Settings:
    """The player's choices."""

    language: str = field(default_factory=system_language)  # one of LANGUAGES
    notation: str = field(default_factory=system_notation)  # one of NOTATIONS, the dialect of the move list
    volume: float = 0.7  # of sounds, 0.0 to 1.0
    muted: bool = False  # no sound whatever the volume
    ui_scale: float = 1.0  # 1.0 to 3.0, on top of what the window size gives
    theme: str = "walnut"  # name of the board theme
    piece_set: str = "traditional"  # name of the piece set
    dark: bool = True  # dark panels instead of light ones
    side: str = "red"  # one of SIDES, who the player was in the last new game; "both" is hot-seat
    level: int = 3  # 1 to FULL_STRENGTH, of the computer
    red_level: int = 0  # of Red where the computer plays both sides, 0 where it is `level`
    # at which the computer plays instead of the level, as it adapts to the player; 0 where the level counts
    opponent_rating: int = 0
    engine: tuple[str, ...] = ()  # command of an external engine as a list of words, empty for the built-in one
    # external engines that were added; `engine` is the command of one of them, or of none
    engines: tuple[SavedEngine, ...] = ()
    rule_set: str = rule_sets.DEFAULT.name  # name of the repetition rules
    occurrences: int = rule_sets.DEFAULT.occurrences  # how many times a position must occur to be judged
    # rounds without capture that make a draw, 0 for no limit
    natural_limit: int = rule_sets.DEFAULT.natural_limit_rounds
    watch_s: float = 1.0  # seconds from one move to the next while engines play each other, 0.0 to 10.0
    turn_board: bool = False  # between two people, whoever is to move sits at the bottom
    time_control: str = "-"  # of the last game, as a PGN tag has it; "-" for no clock
    analysis_engine: tuple[str, ...] = ()  # command of the engine that analyses, empty for the built-in one
    analysis_lines: int = 3  # 1 to 5, how many of the best moves the analysis shows
    analysis_arrows: bool = True  # they are drawn on the board too
    game_tables: bool = False  # what endgame tables know is shown in running games, too
    last_folder: str = ""  # where the open dialog was last, "" for none yet
    recent_files: tuple[str, ...] = ()  # newest first
    # width and height in pixels of the window when it was last neither full-screen nor maximised; NO_SIZE
    # before that
    window_size: tuple[int, int] = NO_SIZE
    guided: bool = False  # the guided first game has been shown
    lesson: str = ""  # one of LESSONS, from which moves on the coach speaks up in a game; "" for never
    # the player's own keys, chord by name of the command; all others are as usual
    keys: dict[str, str] = field(default_factory=dict, hash=False)
    # what a file of another version held that this one does not know; written back as it was
    unknown: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)


def first_settings(language: str | None = None) -> Settings:
    """The settings of a new player, who sees pictures and coordinates unless the language is Chinese.

    Args:
        language: in which this run speaks, None for that of the system.
    """
    settings = Settings(rule_set=system_rules())
    notation = SCRIPTS.get(language or settings.language)
    return replace(settings, **PICTURES) if notation is None else replace(settings, notation=notation)


def _one_of(*choices: str) -> Callable[[Any], bool]:
    return lambda value: value in choices


def _number(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
    )


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) < 5000


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(_is_text(item) for item in value)


def _is_size(value: Any) -> bool:
    return value == list(NO_SIZE) or (
        isinstance(value, list) and len(value) == 2 and all(_whole(200, 20000)(item) for item in value)
    )


def _is_keys(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_text(word) for pair in value.items() for word in pair)


_VALID: dict[str, Callable[[Any], bool]] = {
    "language": _one_of(*LANGUAGES),
    "notation": _one_of(*NOTATIONS),
    "volume": _number(0.0, 1.0),
    "muted": _is_flag,
    "ui_scale": _number(1.0, 3.0),
    "theme": _is_text,
    "piece_set": _is_text,
    "dark": _is_flag,
    "side": _one_of(*SIDES),
    "level": _whole(1, FULL_STRENGTH),
    "red_level": _whole(0, FULL_STRENGTH),
    "opponent_rating": _whole(0, 9999),
    "engine": _is_texts,
    "engines": lambda value: isinstance(value, list),
    "rule_set": _one_of(*rule_sets.NAMES),
    "occurrences": _whole(2, 10),
    "natural_limit": _whole(0, rule_sets.MOST_ROUNDS),
    "watch_s": _number(0.0, 10.0),
    "turn_board": _is_flag,
    "time_control": _is_text,
    "analysis_engine": _is_texts,
    "analysis_lines": _whole(1, 5),
    "analysis_arrows": _is_flag,
    "game_tables": _is_flag,
    "last_folder": _is_text,
    "recent_files": _is_texts,
    "window_size": _is_size,
    "keys": _is_keys,
    "guided": _is_flag,
    "lesson": _one_of("", *LESSONS),
}


_NAMES: Final = re.compile(r'^  "(\w+)": ', re.MULTILINE)
"""How save_settings begins a setting; those within others stand further to the right."""

_ENDS: Final = re.compile(r",?\n")


def settings_path() -> Path:
    """Where the settings are kept."""
    return data_folder() / "settings.json"


def load_settings(path: Path | None = None) -> tuple[Settings, Path | None]:
    """Read the settings; whatever is missing or wrong gets its default, in a damaged file as well.

    Returns:
        The settings, and where a damaged file was set aside to (None: nothing was damaged).

    Raises:
        StorageError: the file exists but cannot be opened.
    """
    path = path or settings_path()
    try:
        data = read_file(path, _LARGEST)
    except FileNotFoundError:
        return first_settings(), None
    except OSError as error:
        raise StorageError(cannot_be_read(path, error)) from error
    try:
        return _from_data(data), None
    except (ValueError, RecursionError):
        return _salvaged(data), set_aside(path, "damaged")


def glance_at_settings() -> Settings:
    """The settings as far as they can be read, without a word or deed about a damaged file."""
    try:
        data = read_file(settings_path(), _LARGEST)
    except OSError:
        return first_settings()
    try:
        return _from_data(data)
    except (ValueError, RecursionError):
        return _salvaged(data)


def _from_data(data: bytes) -> Settings:
    """The settings in a file's content.

    Raises:
        ValueError, RecursionError: it is not what a settings file holds.
    """
    content = json.loads(data.decode("utf-8"))
    if not isinstance(content, dict):
        raise ValueError("no object")
    unknown = {
        name: value for name, value in content.items() if name != "version" and not _is_valid(name, value)
    }
    return with_values(replace(first_settings(), unknown=unknown), _up_to_date(content))


def _salvaged(data: bytes) -> Settings:
    """The settings whose lines in a damaged file are whole."""
    text, decoder = data.decode("utf-8", "replace"), json.JSONDecoder()
    values: dict[str, Any] = {}
    for name in _NAMES.finditer(text):
        try:
            value, end = decoder.raw_decode(text, name.end())
        except (ValueError, RecursionError):
            continue
        if _ENDS.match(text, end) and "\ufffd" not in text[name.start() : end]:
            values[name[1]] = value
    return with_values(first_settings(), _up_to_date(values))


def _up_to_date(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a file says, as this version says it: in version 1 full strength had another number."""
    if values.get("version") == 1:
        levels = [name for name in ("level", "red_level") if values.get(name) == FORMER_FULL_STRENGTH]
        return {**values, **dict.fromkeys(levels, FULL_STRENGTH)}
    return values


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with some new values; unknown names and values out of range are left out."""
    fresh: dict[str, Any] = {}
    for name, value in values.items():
        if _is_valid(name, value):
            fresh[name] = _settled(name, _plain(name, value))
    return replace(settings, **fresh)


def _is_valid(name: str, value: Any) -> bool:
    return name in _VALID and _VALID[name](_plain(name, value))


def for_one_run(settings: Settings, values: Mapping[str, str]) -> Mapping[str, str]:
    """New values for a run; who has chosen neither pieces nor notation sees what suits its language."""
    usual, suits = first_settings(), first_settings(values.get("language"))
    if (settings.piece_set, settings.notation) != (usual.piece_set, usual.notation):
        return in_script(settings, values)
    return {"piece_set": suits.piece_set, "notation": suits.notation, **values}


def in_script(settings: Settings, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """New values for settings; Chinese notation follows a new language to its script, unless one is named."""
    language = values.get("language", settings.language)
    follows = language != settings.language and "notation" not in values
    if not follows or language not in SCRIPTS or settings.notation not in SCRIPTS.values():
        return values
    return {**values, "notation": SCRIPTS[language]}


def _plain(name: str, value: Any) -> Any:
    """A value as JSON has it."""
    if not isinstance(value, tuple):
        return value
    return saved_engines.to_plain(value) if name == "engines" else list(value)


def _settled(name: str, plain: Any) -> Any:
    """A value as the settings have it."""
    if not isinstance(plain, list):
        return plain
    return saved_engines.from_plain(plain) if name == "engines" else tuple(plain)


def save_settings(settings: Settings, path: Path | None = None, base: Settings | None = None) -> None:
    """Write the settings, all or nothing.

    Args:
        settings: all choices, of which the changed ones are written.
        path: the file, by default the player's.
        base: what this program last read or wrote. Where `settings` do not differ from it the file keeps what
            it has, since another window may have written that. None writes everything.

    Raises:
        StorageError: the folder or file cannot be read or written, or another window is at it for long; the old
            file is as it was.
    """
    path = path or settings_path()
    with FileLock(path.with_suffix(".lock")).held(_PATIENCE_S):
        if base is not None and path.exists():
            present, _ = load_settings(path)
            settings = _merged_settings(base, settings, present)
        write_atomically(path, _to_data(settings))


def _to_data(settings: Settings) -> bytes:
    known = {name: _plain(name, getattr(settings, name)) for name in _VALID}
    content = settings.unknown | {"version": VERSION} | known | _foreign(settings)
    try:
        data = json.dumps(content, ensure_ascii=False, indent=2).encode()
    except UnicodeEncodeError:  # the name of a file may be bytes that are no text
        data = json.dumps(content, indent=2).encode()
    return data + b"\n"


def _foreign(settings: Settings) -> dict[str, Any]:
    """Values of another version that this one does not know, where the player has chosen nothing else."""
    usual = first_settings()
    return {
        name: value
        for name, value in settings.unknown.items()
        if name in _VALID and getattr(settings, name) == getattr(usual, name)
    }


# ---- Two windows ----


def _merged_settings(base: Settings, ours: Settings, theirs: Settings) -> Settings:
    """The settings of another window with what this one has changed."""
    merged = _merged(*(_by_name(settings) for settings in (base, ours, theirs)))
    merged["engines"] = tuple(
        SavedEngine(name, engine["command"], tuple(engine["options"].items()))
        for name, engine in merged["engines"].items()
    )
    merged["recent_files"] = tuple(merged["recent_files"])[:MOST_RECENT_FILES]
    return replace(theirs, **merged)


def _by_name(settings: Settings) -> dict[str, Any]:
    """The settings with their lists as mappings, so that single entries can be compared."""
    engines = {
        engine.name: {"command": engine.command, "options": dict(engine.options)} for engine in settings.engines
    }
    plain = {name: getattr(settings, name) for name in _VALID}
    return plain | {"engines": engines, "recent_files": dict.fromkeys(settings.recent_files, True)}


def _merged(base: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Their entries with our changes since the base, in our order; mappings within are merged in turn."""
    merged = {name: value for name, value in theirs.items() if name in ours or name not in base}
    for name, value in ours.items():
        if name in base and base[name] == value:
            continue
        their = merged.get(name)
        both = isinstance(value, dict) and isinstance(their, dict)
        merged[name] = _merged(base.get(name, {}), value, their or {}) if both else value
    return {name: merged[name] for name in ours if name in merged} | merged
