"""The player's settings, in a small versioned JSON file.

Keys unknown to this version are kept when the file is rewritten, so that an older program does not remove what
a newer one stored. A value of the wrong type or range is replaced by its default, but stays in the file until
the player chooses another. A file that is not JSON is set aside, never overwritten.
"""

from __future__ import annotations

import contextlib
import json
import locale
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from xiangqi import rule_sets
from xiangqi.disk import cannot_be_read, read_file, set_aside, write_atomically
from xiangqi.errors import StorageError
from xiangqi.i18n.languages import TABLE, language_named, language_of_system, written_in
from xiangqi.ladder import FORMER_FULL_STRENGTHS, FULL_STRENGTH
from xiangqi.lock import FileLock
from xiangqi.resources import data_folder
from xiangqi.storage import saved_engines
from xiangqi.storage.saved_engines import SavedEngine

T = TypeVar("T")

VERSION: Final = len(FORMER_FULL_STRENGTHS) + 1
"""The version of the file, which changes with the number of levels."""

NOTATIONS = ("chinese", "chinese-traditional", "wxf", "iccs", "vietnamese", "vietnamese-words")
SIDES = ("red", "black", "both", "none")
PACES = ("at_once", "human")
"""The pace of the computer's replies: at once, or after pauses like a person's."""

SPOKEN: Final = ("off", "opponent", "all")
"""The moves that a voice says: none, the opponent's or all."""

MOTIONS: Final = ("system", "on", "off")
"""Whether pieces slide and signs swell: as the system wishes, always, or never."""

EXPERIENCES: Final = ("", "new", "moves", "often")
"""The players' own descriptions of their experience in the welcome; "" if they were never asked."""

MOST_DAYS: Final = 60

AUTO = "auto"
"""The choice that lets the coach comment on the games of beginners."""

INTERRUPTING = ("mistake", "inaccuracy", "good")
"""Grades of moves that the coach can let pass; it comments on worse ones."""

MOST_RECENT_FILES = 10
MOST_PEOPLE: Final = 4
NO_SIZE = (0, 0)
_PATIENCE_S: Final = 2.0  # how long to wait for another window that is writing the file
_LARGEST: Final = 8 << 20  # bytes of the file


def system_language() -> str:
    """Return the supported language that fits the user's system, English by default."""
    return language_of_system(_system_locale())


def _system_locale() -> str:
    """Return the system's language and country in lower case, such as zh_cn.utf-8 or chinese_china.936."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return (name or locale.getlocale()[0] or "").replace("-", "_").lower()


def system_rules() -> str:
    """Return the rule set usual where the system's language is spoken: the Chinese rules in China.

    Singapore and Malaysia are exceptions, with the default rules.
    """
    abroad = any(country in _system_locale() for country in ("_sg", "_my", "singapore", "malaysia"))
    usual = language_named(system_language()).rules
    return usual if usual and not abroad else rule_sets.DEFAULT.name


def system_notation() -> str:
    """Return the name of the Chinese notation in the script of the user's system."""
    return language_named(system_language()).chinese_notation


WESTERN: Final = "western"
"""The name of the piece set with pictures instead of characters."""


# ---- Validators: whether a value read from JSON may be used ----


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


def _checked(is_valid: Callable[[Any], bool]) -> dict[str, Any]:
    """Return the metadata of a stored setting, which contains its validator."""
    return {"is_valid": is_valid}


def _setting(default: T, is_valid: Callable[[Any], bool]) -> T:
    """Declare a setting that is stored, with its default and its validator."""
    return field(default=default, metadata=_checked(is_valid))


@dataclass(frozen=True)
class Settings:
    """The player's choices."""

    language: str = field(default_factory=system_language, metadata=_checked(_one_of(*TABLE)))
    notation: str = field(default_factory=system_notation, metadata=_checked(_one_of(*NOTATIONS)))
    volume: float = _setting(0.7, _number(0.0, 1.0))
    muted: bool = _setting(False, _is_flag)
    speak_moves: str = _setting("off", _one_of(*SPOKEN))  # whose moves a voice says
    speech_volume: float = _setting(0.8, _number(0.0, 1.0))
    motion: str = _setting("system", _one_of(*MOTIONS))  # whether pieces slide
    ui_scale: float = _setting(1.0, _number(0.8, 3.0))  # multiplies the scale that fits the window
    theme: str = _setting("walnut", _is_text)  # the name of the board theme
    piece_set: str = _setting("traditional", _is_text)  # the name of the piece set
    dark: bool = _setting(True, _is_flag)  # whether panels are dark
    safe_colours: bool = _setting(False, _is_flag)  # whether colours suit players who confuse red and green
    side: str = _setting("red", _one_of(*SIDES))  # the player's side in the last new game
    level: int = _setting(3, _whole(1, FULL_STRENGTH))  # the computer's level
    # the levels if the computer plays both sides; 0 for `level`
    red_level: int = _setting(0, _whole(0, FULL_STRENGTH))
    black_level: int = _setting(0, _whole(0, FULL_STRENGTH))
    # the rating of a computer that adapts to the player; 0 to play at `level`
    opponent_rating: int = _setting(0, _whole(0, 9999))
    engine: tuple[str, ...] = _setting(
        (), _is_texts
    )  # the command of an external engine, empty for the built-in one
    watch_engine: tuple[str, ...] = _setting((), _is_texts)  # the same if engines play both sides
    # added external engines; `engine` is the command of one of them, or of none
    engines: tuple[SavedEngine, ...] = _setting((), lambda value: isinstance(value, list))
    rule_set: str = _setting(rule_sets.DEFAULT.name, _one_of(*rule_sets.NAMES))
    # how often a position must occur to be judged
    occurrences: int = _setting(rule_sets.DEFAULT.occurrences, _whole(2, 10))
    # rounds without a capture that make a draw, 0 for no limit
    natural_limit: int = _setting(rule_sets.DEFAULT.natural_limit_rounds, _whole(0, rule_sets.MOST_ROUNDS))
    watch_s: float = _setting(1.0, _number(0.0, 10.0))  # seconds between moves while engines play each other
    pace: str = _setting("at_once", _one_of(*PACES))  # how fast the computer replies without a clock
    turn_board: bool = _setting(False, _is_flag)  # in hot-seat games, the side to move is at the bottom
    # the clocks of the last games against an engine, of two people, of engines alone; PGN tags, "-" for none
    time_control: str = _setting("-", _is_text)
    friends_clock: str = _setting("-", _is_text)
    watch_clock: str = _setting("-", _is_text)
    # command of the engine for analysis, empty for the built-in one
    analysis_engine: tuple[str, ...] = _setting((), _is_texts)
    analysis_lines: int = _setting(3, _whole(1, 5))
    analysis_arrows: bool = _setting(True, _is_flag)  # whether the lines are drawn on the board as well
    game_tables: bool = _setting(False, _is_flag)  # whether running games show what endgame tables know
    last_folder: str = _setting("", _is_text)  # the folder of the open panel, "" for none yet
    recent_files: tuple[str, ...] = _setting((), _is_texts)  # newest first
    # the window's size in pixels when it was last neither full-screen nor maximised; NO_SIZE before that
    window_size: tuple[int, int] = _setting(NO_SIZE, _is_size)
    maximised: bool = _setting(False, _is_flag)  # whether the window was maximised last
    # the names of the last two players at one screen, Red's first; empty before they were asked
    friends: tuple[str, ...] = _setting((), lambda value: _is_texts(value) and len(value) in (0, 2))
    # the names of each person here, separated by semicolons; the first person also plays without a name. Empty
    # until they have been asked
    people: tuple[str, ...] = _setting((), lambda value: _is_texts(value) and len(value) <= MOST_PEOPLE)
    person: int = _setting(0, _whole(0, MOST_PEOPLE - 1))  # the index of the selected person
    reviewing: bool = _setting(True, _is_flag)  # whether these people's games are reviewed in the background
    all_games: bool = _setting(False, _is_flag)  # whether games with help or from other positions also count
    guided: bool = _setting(False, _is_flag)  # whether the player has chosen how to begin
    # how well the player knows the game: "new", knows how the pieces "moves", plays "often"
    experience: str = _setting("", _one_of(*EXPERIENCES))
    asks_level: bool = _setting(False, _is_flag)  # whether *Play the computer* asks for a level, once
    rated: bool = _setting(True, _is_flag)  # whether games against the computer count for the rating
    by_lot: bool = _setting(False, _is_flag)  # whether the player's colour in a new game is drawn by lot
    unseen_loss: bool = _setting(False, _is_flag)  # whether the last lost game has not been looked at
    # the dates, in ISO 8601, on which tasks of the first lessons were solved; at most MOST_DAYS, newest last
    lesson_days: tuple[str, ...] = _setting((), lambda value: _is_texts(value) and len(value) <= MOST_DAYS)
    # the mildest grade of move that the coach comments on in a game; "" for none, AUTO to depend on the player
    coach_interrupts: str = _setting("", _one_of("", AUTO, *INTERRUPTING))
    # changed keyboard shortcuts: chord by name of the command
    keys: dict[str, str] = field(default_factory=dict, hash=False, metadata=_checked(_is_keys))
    # what was exported last, and how: the kind and the options by name
    export: dict[str, str] = field(default_factory=dict, hash=False, metadata=_checked(_is_keys))
    # values in a file of another version that this one does not know; written back unchanged
    unknown: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)


_VALID: Final[Mapping[str, Callable[[Any], bool]]] = {
    each.name: each.metadata["is_valid"] for each in fields(Settings) if each.metadata
}


def first_settings(language: str | None = None) -> Settings:
    """Return the settings of a new player, with the rules usual in the system's country.

    The notation is the language's, and the pieces have characters if its readers know them, else pictures.

    Args:
        language: the language of this run, None for that of the system.
    """
    settings = Settings(rule_set=system_rules(), pace="human", coach_interrupts=AUTO)
    row = language_named(language or settings.language)
    pieces = settings.piece_set if row.reads_characters else WESTERN
    return replace(settings, notation=row.notation, piece_set=pieces)


def names_in(person: str) -> tuple[str, ...]:
    """Return the names of a person, given as in `Settings.people`.

    >>> names_in("Li Wei; 李伟；")
    ('Li Wei', '李伟')
    """
    return tuple(name for part in _BETWEEN_NAMES.split(person) if (name := part.strip()))


_BETWEEN_NAMES: Final = re.compile("[;；\n]")
_NAMES: Final = re.compile(r'^  "(\w+)": ', re.MULTILINE)
"""The beginning of a setting as written by save_settings; nested values are indented further."""

_ENDS: Final = re.compile(r",?\n")
_FORMER_NAMES: Final = {"lesson": "coach_interrupts"}
"""The current names of settings by their former names."""


def settings_path() -> Path:
    """Return the path of the settings file."""
    return data_folder() / "settings.json"


def load_settings(path: Path | None = None) -> tuple[Settings, Path | None]:
    """Load the settings; anything missing or invalid gets its default, even in a damaged file.

    What can still be read of a damaged file is written to a new one.

    Returns:
        The settings, and the new path of a damaged file (None if nothing was damaged).

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
        settings, aside = _salvaged(data), set_aside(path, "damaged")
        if aside is not None and settings != first_settings():
            with contextlib.suppress(StorageError):  # the next change writes them, too
                write_atomically(path, _to_data(settings))
        return settings, aside


def glance_at_settings() -> Settings:
    """Return the settings that can be read, without reporting or moving a damaged file."""
    try:
        data = read_file(settings_path(), _LARGEST)
    except OSError:
        return first_settings()
    try:
        return _from_data(data)
    except (ValueError, RecursionError):
        return _salvaged(data)


def _from_data(data: bytes) -> Settings:
    """Parse the content of a settings file.

    Raises:
        ValueError, RecursionError: the content is not that of a settings file.
    """
    content = json.loads(data.decode("utf-8"))
    if not isinstance(content, dict):
        raise ValueError("no object")
    content = _renamed(content)
    unknown = {name: value for name, value in content.items() if not _is_valid(name, value)}
    if not _is_later(content.get("version")):
        unknown.pop("version", None)
    return with_values(replace(first_settings(), unknown=unknown), _up_to_date(content))


def _is_later(version: Any) -> bool:
    """Return whether a file is of a later version, whose number is kept when this version rewrites the file."""
    return type(version) is int and version > VERSION


def _salvaged(data: bytes) -> Settings:
    """Return the settings whose lines are intact in a damaged file."""
    text, decoder = data.decode("utf-8", "replace"), json.JSONDecoder()
    values: dict[str, Any] = {}
    for name in _NAMES.finditer(text):
        try:
            value, end = decoder.raw_decode(text, name.end())
        except (ValueError, RecursionError):
            continue
        if _ENDS.match(text, end) and "\ufffd" not in text[name.start() : end]:
            values[name[1]] = value
    return with_values(first_settings(), _up_to_date(_renamed(values)))


def _renamed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values under their current names."""
    return {_FORMER_NAMES.get(name, name): value for name, value in values.items()}


def _up_to_date(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert the values of an older version, in which full strength was a different level."""
    version = values.get("version")
    if isinstance(version, int) and 0 < version < VERSION:
        former = FORMER_FULL_STRENGTHS[version - 1]
        levels = [name for name in ("level", "red_level") if values.get(name) == former]
        return {**values, **dict.fromkeys(levels, FULL_STRENGTH)}
    return values


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return the settings with some new values; unknown names and invalid values are ignored."""
    fresh: dict[str, Any] = {}
    for name, value in values.items():
        if _is_valid(name, value):
            fresh[name] = _settled(name, _plain(name, value))
    return replace(settings, **fresh)


def _is_valid(name: str, value: Any) -> bool:
    return name in _VALID and _VALID[name](_plain(name, value))


def for_one_run(settings: Settings, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return new values for one run; default pieces and notation follow the language of the run."""
    usual, suits = first_settings(), first_settings(values.get("language"))
    if (settings.piece_set, settings.notation) != (usual.piece_set, usual.notation):
        return in_script(settings, values)
    return {"piece_set": suits.piece_set, "notation": suits.notation, **values}


def in_script(settings: Settings, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return new values for settings; Chinese notation follows a new language unless it is also given."""
    language = values.get("language", settings.language)
    follows = language != settings.language and "notation" not in values
    row = language_named(language) if language in TABLE else None
    if not follows or row is None or not row.reads_characters or written_in(settings.notation) is None:
        return values
    return {**values, "notation": row.notation}


def _plain(name: str, value: Any) -> Any:
    """Return a setting's value for JSON: a tuple as a list, the engines as objects."""
    if not isinstance(value, tuple):
        return value
    return saved_engines.to_plain(value) if name == "engines" else list(value)


def _settled(name: str, plain: Any) -> Any:
    """Return a JSON value as the settings hold it: a list as a tuple, the engines restored."""
    if not isinstance(plain, list):
        return plain
    return saved_engines.from_plain(plain) if name == "engines" else tuple(plain)


def save_settings(settings: Settings, path: Path | None = None, base: Settings | None = None) -> None:
    """Write the settings atomically.

    Args:
        settings: the settings, of which the changed ones are written.
        path: the file, by default the player's.
        base: the settings that this program last read or wrote. Values that do not differ from it are not
            written, since another window may have changed them. None writes everything.

    Raises:
        StorageError: the file cannot be read or written, or another window keeps it locked; the old file is
            unchanged.
    """
    path = path or settings_path()
    with FileLock(path.with_suffix(".lock")).held(_PATIENCE_S):
        if base is not None and path.exists():
            present, _ = load_settings(path)
            settings = _merged_settings(base, settings, present)
        write_atomically(path, _to_data(settings))


def _to_data(settings: Settings) -> bytes:
    known = {name: _plain(name, getattr(settings, name)) for name in _VALID}
    content = {"version": VERSION} | settings.unknown | known | _foreign(settings)
    try:
        data = json.dumps(content, ensure_ascii=False, indent=2).encode()
    except UnicodeEncodeError:  # file names may contain undecodable bytes
        data = json.dumps(content, indent=2).encode()
    return data + b"\n"


def _foreign(settings: Settings) -> dict[str, Any]:
    """Return stored values that this version considers invalid, for settings still at their defaults."""
    usual = first_settings()
    return {
        name: value
        for name, value in settings.unknown.items()
        if name in _VALID and getattr(settings, name) == getattr(usual, name)
    }


# ---- Two windows ----


def _merged_settings(base: Settings, ours: Settings, theirs: Settings) -> Settings:
    """Return another window's settings with the changes made by this one."""
    merged = _merged(*(_by_name(settings) for settings in (base, ours, theirs)))
    merged["engines"] = tuple(
        SavedEngine(name, engine["command"], tuple(engine["options"].items()))
        for name, engine in merged["engines"].items()
    )
    merged["recent_files"] = tuple(merged["recent_files"])[:MOST_RECENT_FILES]
    return replace(theirs, **merged)


def _by_name(settings: Settings) -> dict[str, Any]:
    """Return the settings with lists as mappings, so that entries can be merged one by one."""
    engines = {
        engine.name: {"command": engine.command, "options": dict(engine.options)} for engine in settings.engines
    }
    plain = {name: getattr(settings, name) for name in _VALID}
    return plain | {"engines": engines, "recent_files": dict.fromkeys(settings.recent_files, True)}


def _merged(base: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Return their entries with our changes since the base, in our order; mappings are merged recursively."""
    merged = {name: value for name, value in theirs.items() if name in ours or name not in base}
    for name, value in ours.items():
        if name in base and base[name] == value:
            continue
        their = merged.get(name)
        both = isinstance(value, dict) and isinstance(their, dict)
        merged[name] = _merged(base.get(name, {}), value, their or {}) if both else value
    return {name: merged[name] for name in ours if name in merged} | merged
