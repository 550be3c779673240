"""Add the game to the desktop's menu, or remove it and all its generated files from this computer.

After `xiangqi desktop --remove` and `pip uninstall xiangqi-game`, only games and settings are left.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError
from xiangqi.disk import write_atomically
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.launch import own_command
from xiangqi.resources import asset, cache_folder

_ENTRY: Final = """[Desktop Entry]
Type=Application
Version=1.0
Name=Xiangqi
Name[zh_CN]=中国象棋
Name[zh_TW]=中國象棋
GenericName=Chinese Chess
Comment=Play, analyse and read games of Chinese chess
Comment[zh_CN]=对弈、分析和阅读中国象棋棋谱
Comment[zh_TW]=對弈、分析和閱讀中國象棋棋譜
Exec={command} %f
Icon=xiangqi
Terminal=false
Categories=Game;BoardGame;
Keywords=chess;xiangqi;象棋;
MimeType=application/vnd.chess-pgn;application/x-chess-pgn;{types}
StartupWMClass=xiangqi
"""

_RESERVED: Final = str.maketrans({mark: f"\\{mark}" for mark in '"`$\\'})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--remove", action="store_true", help="option.desktop.remove")


def run(args: argparse.Namespace) -> int:
    """Write the menu entry and its icon, or remove them and all cached files.

    An entry that opens games in another folder, given by XIANGQI_HOME, is left in place.

    Raises:
        UsageError: this system has no such menu.
        StorageError: a file cannot be written or removed.
    """
    if sys.platform in ("win32", "darwin"):
        raise UsageError(Message("cli.no_menu"))
    entry, icon = _places()
    if args.remove:
        ours = [entry, icon] if _is_ours(entry) else []
        for path in ours:
            _remove(path)
        shutil.rmtree(cache_folder(), ignore_errors=True)
        print(language.say("cli.removed", names=", ".join(map(str, (*ours, cache_folder())))))
        if not ours:
            print(language.say("cli.entry_kept", path=str(entry)))
        return 0
    write_atomically(icon, asset("icon.png").read_bytes())
    command = [*(("env", *_folder()) if _folder() else ()), *own_command("play")]
    write_atomically(entry, menu_entry(_quoted(command)).encode("utf-8"))
    print(language.say("cli.written", names=f"{entry}, {icon}"))
    return 0


def menu_entry(command: str, types: str = "") -> str:
    """Return the text of the menu entry.

    Args:
        command: the command that opens the program, or a file whose name follows it.
        types: further MIME types besides PGN, each followed by a semicolon.
    """
    return _ENTRY.format(command=command, types=types)


def _places() -> tuple[Path, Path]:
    """Return the paths of the menu entry and of its icon."""
    data = os.environ.get("XDG_DATA_HOME") or ""
    shared = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return (
        shared / "applications" / "xiangqi.desktop",
        shared / "icons" / "hicolor" / "256x256" / "apps" / "xiangqi.png",
    )


def _folder() -> tuple[str, ...]:
    """Return the assignment of the folder with the games, as env takes it; () for the usual one."""
    chosen = os.environ.get("XIANGQI_HOME")
    return (f"XIANGQI_HOME={Path(chosen).absolute()}",) if chosen else ()


def _is_ours(entry: Path) -> bool:
    """Return whether the menu's entry, if any, opens this run's folder of games; True if there is none."""
    try:
        text = entry.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return True
    return _quoted(_folder()) in text if _folder() else "XIANGQI_HOME=" not in text


def _quoted(words: Sequence[str]) -> str:
    """Return a command line in the syntax of menu entries: quoted, and with every backslash doubled."""
    quoted = " ".join(f'"{word.translate(_RESERVED)}"' for word in words)
    return quoted.replace("\\", "\\\\").replace("%", "%%")


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(
            Message("detail.not_removed", path=str(path), reason=system_reason(error))
        ) from error
