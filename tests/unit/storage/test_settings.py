"""Settings: kept, mended value by value, set aside when damaged."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from xiangqi.errors import StorageError
from xiangqi.storage.saved_engines import SavedEngine
from xiangqi.storage.settings import (
    Settings,
    first_settings,
    load_settings,
    save_settings,
    settings_path,
    system_language,
    with_values,
)


def test_without_a_file_there_are_defaults(home: Path) -> None:
    assert load_settings() == (first_settings(), None)
    assert not home.exists()


def test_what_is_saved_is_loaded(home: Path) -> None:
    settings = with_values(
        Settings(),
        {
            "language": "zh-Hant",
            "notation": "wxf",
            "volume": 0.25,
            "engine": ("some-engine", "--fast"),
            "recent_files": ("/棋譜/一.pgn",),
            "window_size": (800, 600),
            "level": 9,
        },
    )
    save_settings(settings)
    assert settings_path().parent == home
    assert load_settings() == (settings, None)
    assert settings.language == "zh-Hant"
    assert json.loads(settings_path().read_text(encoding="utf-8"))["version"] == 3


def test_unknown_keys_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"version": 7, "level": 5, "of_tomorrow": {"a": [1]}}')
    settings, _ = load_settings(path)
    assert settings.level == 5
    save_settings(with_values(settings, {"level": 6}), path)
    content = json.loads(path.read_text())
    assert content["of_tomorrow"] == {"a": [1]}
    assert content["level"] == 6


@pytest.mark.parametrize("end", ["}", ""], ids=["whole", "damaged"])
def test_a_setting_is_found_by_its_former_name(tmp_path: Path, end: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{\n  "level": 4,\n  "lesson": "inaccuracy",\n' + '  "volume": 0.5\n' + end)
    settings, _ = load_settings(path)
    assert (settings.coach_interrupts, settings.level) == ("inaccuracy", 4)
    save_settings(settings, path)
    assert "lesson" not in json.loads(path.read_text())


@pytest.mark.parametrize(("version", "written"), [(7, 7), (3, 3), (2, 3), (None, 3), ("x", 3), (True, 3)])
def test_only_a_later_version_of_the_file_is_kept(tmp_path: Path, version: object, written: int) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": version, "level": 5}))
    settings, _ = load_settings(path)
    for base in (settings, None):
        save_settings(with_values(settings, {"volume": 0.25}), path, base=base)
        assert json.loads(path.read_text())["version"] == written


@pytest.mark.parametrize(
    ("name", "value", "other"),
    [("level", 18, 5), ("red_level", 18, 5), ("theme", 7, "night"), ("rule_set", "of tomorrow", "asian")],
)
def test_a_value_of_a_newer_version_outlives_an_older_one(
    tmp_path: Path, name: str, value: Any, other: Any
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 4, name: value}))
    settings, _ = load_settings(path)
    assert getattr(settings, name) == getattr(first_settings(), name)
    save_settings(with_values(settings, {"volume": 0.25}), path, base=settings)
    save_settings(with_values(settings, {"volume": 0.5}), path)
    assert json.loads(path.read_text())[name] == value
    save_settings(with_values(settings, {name: other}), path, base=settings)
    assert json.loads(path.read_text())[name] == other


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "klingon"),
        ("notation", 3),
        ("volume", 1.5),
        ("volume", True),
        ("volume", None),
        ("muted", "yes"),
        ("ui_scale", 0),
        ("ui_scale", float("nan")),
        ("level", 17),
        ("level", 2.5),
        ("engine", "one text"),
        ("engine", [1, 2]),
        ("recent_files", {"a": 1}),
        ("window_size", [800]),
        ("window_size", [1, 1]),
        ("occurrences", 1),
        ("rule_set", []),
        ("last_folder", ["x"]),
    ],
)
def test_a_wrong_value_gets_its_default_alone(tmp_path: Path, name: str, value: Any) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"dark": False, name: value}))
    settings, aside = load_settings(path)
    assert aside is None
    assert settings == with_values(first_settings(), {"dark": False})
    assert not settings.dark


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"level": 5', "\x00\xff", "[" * 100_000])
def test_a_damaged_file_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="latin-1")
    settings, aside = load_settings(path)
    assert settings == first_settings()
    assert aside is not None
    assert aside.read_text(encoding="latin-1") == text
    assert not path.exists()


def test_of_a_damaged_file_whole_lines_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    chosen = with_values(Settings(), {"language": "zh-Hant", "level": 9, "last_folder": "/棋譜", "muted": True})
    save_settings(chosen, path)
    data = path.read_bytes()
    torn = data[: data.index("譜".encode()) + 1] + bytes(20) + data[data.index(b'"recent_files"') :]
    path.write_bytes(torn)
    settings, aside = load_settings(path)
    assert (settings.language, settings.level, settings.muted) == ("zh-Hant", 9, True)
    assert settings.last_folder == ""
    assert aside is not None
    assert aside.read_bytes() == torn
    assert load_settings(path) == (settings, None), "what was left is there at the next start, too"


def test_an_unwritable_place_is_told(tmp_path: Path) -> None:
    blocker = tmp_path / "blocker"
    blocker.write_text("no folder")
    with pytest.raises(StorageError):
        save_settings(Settings(), blocker / "settings.json")
    with pytest.raises(StorageError):
        load_settings(blocker / "settings.json")


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("zh_CN.UTF-8", "zh-Hans"),
        ("zh_TW.UTF-8", "zh-Hant"),
        ("zh_HK", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("de_DE.UTF-8", "en"),
        ("C", "en"),
    ],
)
def test_the_language_follows_the_system(monkeypatch: pytest.MonkeyPatch, name: str, language: str) -> None:
    monkeypatch.setenv("LC_ALL", name)
    assert system_language() == language
    assert Settings().language == language
    assert Settings().notation == ("chinese-traditional" if language == "zh-Hant" else "chinese")


def test_names_of_files_that_are_no_text_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    settings = Settings(recent_files=("records/\udcff.pgn",), unknown={"later": "\ud800"})
    save_settings(settings, path)
    assert load_settings(path) == (settings, None)


# ---- Two windows ----


def test_two_windows_keep_each_others_changes() -> None:
    start = with_values(
        Settings(), {"recent_files": ("/old.pgn", "/gone.pgn"), "keys": {"flip": "f", "undo": "u"}}
    )
    save_settings(start)
    first = with_values(
        start, {"level": 9, "recent_files": ("/one.pgn", "/old.pgn"), "keys": {"flip": "x", "undo": "u"}}
    )
    second = with_values(
        start, {"dark": False, "recent_files": ("/two.pgn", "/old.pgn", "/gone.pgn"), "keys": {"flip": "f"}}
    )
    save_settings(first, base=start)
    save_settings(second, base=start)
    found, _ = load_settings()
    assert (found.level, found.dark) == (9, False)
    assert found.recent_files == ("/two.pgn", "/old.pgn", "/one.pgn")
    assert found.keys == {"flip": "x"}


def test_two_windows_add_change_and_remove_engines() -> None:
    kept, gone, shared = (SavedEngine(name, (name,), (("Hash", "1"),)) for name in ("Kept", "Gone", "Shared"))
    start = Settings(engines=(kept, gone, shared))
    save_settings(start)
    new = SavedEngine("New", ("new",))
    save_settings(Settings(engines=(kept, shared.with_option("Threads", "2"), new)), base=start)
    save_settings(Settings(engines=(kept, gone, shared.with_option("Hash", "8"))), base=start)
    found = {engine.name: engine for engine in load_settings()[0].engines}
    assert set(found) == {"Kept", "Shared", "New"}
    assert dict(found["Shared"].options) == {"Hash": "8", "Threads": "2"}


def test_a_window_writes_while_another_does() -> None:
    """The second waits for the lock; without it one of the two changes would be lost."""
    start = Settings()
    save_settings(start)
    windows = [
        threading.Thread(
            target=save_settings, args=(with_values(start, {name: value}),), kwargs={"base": start}
        )
        for name, value in [("level", 7), ("dark", False), ("muted", True), ("theme", "jade"), ("guided", True)]
    ]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    found, _ = load_settings()
    assert (found.level, found.dark, found.muted, found.theme, found.guided) == (7, False, True, "jade", True)


def test_a_file_that_cannot_be_read_is_not_replaced(home: Path) -> None:
    home.mkdir()
    settings_path().mkdir()
    with pytest.raises(StorageError):
        save_settings(Settings(level=5), base=Settings())
    assert settings_path().is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_a_linked_file_is_followed(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    real = tmp_path / "dotfiles" / "settings.json"
    save_settings(Settings(level=2), real)
    settings_path().symlink_to(real)
    save_settings(Settings(level=8), base=Settings(level=2))
    assert settings_path().is_symlink()
    assert load_settings(real)[0].level == 8


@pytest.mark.parametrize(
    ("name", "rules", "pieces", "notation"),
    [
        ("zh_CN.UTF-8", "cxa", "traditional", "chinese"),
        ("zh-Hans-CN", "cxa", "traditional", "chinese"),
        ("Chinese_China.936", "cxa", "traditional", "chinese"),
        ("zh", "cxa", "traditional", "chinese"),
        ("zh_SG", "wxf", "traditional", "chinese"),
        ("Chinese (Simplified)_Singapore", "wxf", "traditional", "chinese"),
        ("zh_TW.UTF-8", "wxf", "traditional", "chinese-traditional"),
        ("zh_HK", "wxf", "traditional", "chinese-traditional"),
        ("en_US.UTF-8", "wxf", "western", "iccs"),
        ("de_DE", "wxf", "western", "iccs"),
        ("C", "wxf", "western", "iccs"),
    ],
)
def test_a_new_player_begins_as_people_play_and_read_there(
    name: str, rules: str, pieces: str, notation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", name)
    settings, _ = load_settings()
    assert (settings.rule_set, settings.piece_set, settings.notation) == (rules, pieces, notation)
    save_settings(with_values(settings, {"rule_set": "asian", "piece_set": "traditional", "notation": "wxf"}))
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8" if name.startswith("en") else "en_US.UTF-8")
    kept, _ = load_settings()
    assert (kept.rule_set, kept.piece_set, kept.notation) == ("asian", "traditional", "wxf"), (
        "what was chosen stays"
    )
