"""The game's files for a Linux desktop: menu entry, icons, file types, a description for software centres."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr

from PIL import Image

from tools.release.steady import date_of_release
from xiangqi import __version__
from xiangqi.cli.desktop import menu_entry
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.resources import asset

_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)
_TYPES: Final = {
    "xqf": ("XQF game record", "XQ"),
    "cbr": ("CCBridge game record", "CCBridge Record"),
    "cbl": ("CCBridge library", "CCBridgeLibrary"),
    "cbf": ("CBF game record", ""),
    "che": ("CHE game record", ""),
    "chn": ("CHN game record", ""),
    "ccm": ("CCM game record", ""),
    "mxq": ("MXQ game record", ""),
    "ubb": ("DhtmlXQ game record", ""),
    "dhtmlxq": ("DhtmlXQ game record", ""),
    "wxf": ("WXF game record", ""),
}
"""Suffixes of records, their descriptions, and the first bytes of the content if they are distinctive.

PGN is left out, since all desktops know it.
"""

_DESCRIPTION: Final = """<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>xiangqi.desktop</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT AND OFL-1.1 AND Apache-2.0</project_license>
  <name>Xiangqi</name>
  <summary>Play, analyse and read games of Chinese chess</summary>
  <description>
    <p>A board to play on, an engine to play against at {levels} levels, a referee that knows the rules of
    repetition, and a reader for nearly every kind of game record.</p>
  </description>
  <launchable type="desktop-id">xiangqi.desktop</launchable>
  <content_rating type="oars-1.1"/>
  <provides><binary>xiangqi</binary></provides>
  <releases><release version="{version}" date="{date}"/></releases>
</component>
"""


def write_menu(share: Path) -> None:
    """Write all of these files below a folder such as `/usr/share`."""
    types = "".join(f"application/x-xiangqi-{suffix};" for suffix in _TYPES)
    _write(share / "applications" / "xiangqi.desktop", menu_entry("xiangqi play", types))
    _write(share / "mime" / "packages" / "xiangqi.xml", _types())
    day = time.strftime("%Y-%m-%d", time.gmtime(date_of_release()))
    _write(
        share / "metainfo" / "xiangqi.metainfo.xml",
        _DESCRIPTION.format(version=__version__, date=day, levels=FULL_STRENGTH),
    )
    with Image.open(asset("icon.png")) as icon:
        for size in _SIZES:
            path = share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "xiangqi.png"
            path.parent.mkdir(parents=True)
            icon.resize((size, size), Image.Resampling.LANCZOS).save(path)


def _types() -> str:
    """Return the file types in the format of the shared MIME database.

    Names may be ambiguous (`.cbr` is a comic book, too); then the content decides.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append('<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">')
    for suffix, (comment, beginning) in _TYPES.items():
        lines.append(f'  <mime-type type="application/x-xiangqi-{suffix}"><comment>{comment}</comment>')
        if beginning:
            match = f'<match type="string" offset="0" value={quoteattr(beginning)}/>'
            lines.append(f'    <magic priority="60">{match}</magic>')
        lines.append(f'    <glob pattern="*.{suffix}"/></mime-type>')
    return "\n".join([*lines, "</mime-info>", ""])


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
