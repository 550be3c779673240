"""The game in the desktop's menu, and gone from it without a trace but the player's own files."""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.cli import main
from xiangqi.cli.desktop import _quoted

linux_only = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="a menu of another kind")


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the desktop looks."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "shared"))
    return tmp_path / "shared"


@linux_only
def test_entry_and_icon_are_written(shared: Path) -> None:
    assert main(["desktop"]) == 0
    path = shared / "applications" / "xiangqi.desktop"
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(path, encoding="utf-8")
    keys = entry["Desktop Entry"]
    *command, file = shlex.split(keys["Exec"])
    assert file == "%f"
    shown = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    assert "xiangqi play" in shown
    icon = shared / "icons" / "hicolor" / "256x256" / "apps" / f"{keys['Icon']}.png"
    assert icon.read_bytes().startswith(b"\x89PNG")
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", str(path)], check=True)


@linux_only
def test_only_the_player_s_files_are_left(shared: Path, home: Path) -> None:
    assert main(["desktop"]) == 0
    (home / "cache" / "kernels").mkdir(parents=True)
    (home / "settings.json").write_text("{}")
    (home / "journal-unfinished.pgn").write_text("*")
    assert main(["desktop", "--remove"]) == 0
    assert not [path for path in shared.rglob("*") if path.is_file()]
    assert sorted(path.name for path in home.iterdir()) == ["journal-unfinished.pgn", "settings.json"]
    assert main(["desktop", "--remove"]) == 0


@linux_only
def test_the_entry_opens_the_games_of_its_folder_and_goes_only_with_them(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, mine, other = shared / "applications" / "xiangqi.desktop", tmp_path / "my games", tmp_path / "other"
    monkeypatch.setenv("XIANGQI_HOME", str(mine))
    assert main(["desktop"]) == 0
    told = next(line for line in entry.read_text("utf-8").splitlines() if line.startswith("Exec="))
    assert shlex.split(told.removeprefix("Exec="))[:2] == ["env", f"XIANGQI_HOME={mine}"]
    for name in (str(other), ""):
        monkeypatch.setenv("XIANGQI_HOME", name)
        monkeypatch.setattr("xiangqi.cli.desktop.cache_folder", lambda: other / "cache")
        assert main(["desktop", "--remove"]) == 0
        assert entry.exists()
        assert str(entry) in capsys.readouterr().out.splitlines()[-1]
    monkeypatch.setenv("XIANGQI_HOME", str(mine))
    assert main(["desktop", "--remove"]) == 0
    assert not entry.exists()


def test_kernels_of_earlier_versions_are_removed(tmp_path: Path) -> None:
    (tmp_path / "cache" / "kernels" / "0123").mkdir(parents=True)
    (tmp_path / "cache" / "tables").mkdir()
    command = [sys.executable, "-m", "xiangqi", "play", "--text", "--side", "red"]
    environment = os.environ | {"XIANGQI_HOME": str(tmp_path)}
    subprocess.run(command, env=environment, input="quit\n", capture_output=True, text=True, check=True)
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["tables"]


def test_odd_folders_are_quoted() -> None:
    assert _quoted(["/my games/py", "50%"]) == '"/my games/py" "50%%"'
    assert _quoted(['a"b', "c$d\\e"]) == '"a\\\\"b" "c\\\\$d\\\\\\\\e"'


@linux_only
def test_a_folder_that_cannot_be_written_to_is_told(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shared.write_text("no folder")
    assert main(["desktop"]) == 2
    assert "cannot be written" in capsys.readouterr().err
