"""Puts a folder with the program and its Python into a portable archive and a Debian package.

Both need Debian 12 or an equally recent system (glibc 2.36), since they are built there.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from tools.release.distributions import ReleaseError
from tools.release.menu import write_menu
from tools.release.steady import ROOT, date_of_release, steady
from xiangqi import __version__
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.system_libraries import package_of
from xiangqi.ui.window.display import X11

_CONTROL: Final = """Package: xiangqi-game
Version: {version}
Architecture: amd64
Maintainer: The authors of Xiangqi <noreply@invalid>
Installed-Size: {size}
Depends: libc6 (>= 2.36), {libraries}
Section: games
Priority: optional
Description: board, engine, referee and record reader for Chinese chess
 A board to play Xiangqi on, an engine to play against at {levels} levels, a
 referee that knows the rules of repetition, and a reader for nearly every
 kind of game record. It brings its own Python.
"""


def portable(program: Path, target: Path) -> Path:
    """Make a `.tar.xz` of the program's folder, which runs wherever it is unpacked; return its path.

    Args:
        program: the folder of `tools.build_standalone`.
        target: where the archive is made.
    """
    path = target / f"xiangqi-game-{__version__}-linux-x86_64.tar.xz"
    with lzma.open(path, "wb", preset=6) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for file in sorted(program.rglob("*")):
            archive.add(file, f"xiangqi/{file.relative_to(program)}", recursive=False, filter=_nobody_s)
    return path


def _nobody_s(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return a member of an archive without the data that differ between machines."""
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    member.mtime = date_of_release()
    member.mode = _mode(member.mode)
    return member


def _mode(mode: int) -> int:
    return 0o755 if mode & 0o100 else 0o644


def debian(program: Path, target: Path) -> Path:
    """Make a Debian package of the program's folder, its menu entry and its licences; return its path.

    It has no scripts, and removing it removes exactly what it has installed; games and settings stay.

    Args:
        program: the folder of `tools.build_standalone`.
        target: where the package is made.

    Raises:
        ReleaseError: `dpkg-deb` has failed.
    """
    path = target / f"xiangqi-game_{__version__}_amd64.deb"
    with tempfile.TemporaryDirectory(prefix="xiangqi-package-") as name:
        work = Path(name)
        shutil.copytree(program, work / "usr" / "lib" / "xiangqi", symlinks=True)
        (work / "usr" / "bin").mkdir()
        (work / "usr" / "bin" / "xiangqi").symlink_to("../lib/xiangqi/xiangqi")
        write_menu(work / "usr" / "share")
        _write_documents(work / "usr" / "share" / "doc" / "xiangqi-game")
        _write_control(work)
        _settle(work)
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", name, str(path)]
        done = subprocess.run(command, env=steady(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{path.name}: {done.stderr.strip()}")
    return path


def _write_documents(folder: Path) -> None:
    """Write licences and changes to the places that Debian requires."""
    folder.mkdir(parents=True)
    texts = [ROOT / "LICENSE", *sorted((ROOT / "assets" / "fonts").glob("OFL-*.txt"))]
    texts += [ROOT / "assets" / f"{name}-LICENSE.txt" for name in ("variants", "pinyin")]
    (folder / "copyright").write_text(
        "\n\n".join(text.read_text(encoding="utf-8") for text in texts), encoding="utf-8"
    )
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (folder / "changelog.gz").write_bytes(gzip.compress(changes, mtime=0))


def _write_control(work: Path) -> None:
    """Write the metadata for `dpkg`: name, dependencies, and the digests of all files."""
    files = sorted(path for path in work.rglob("*") if path.is_file() and not path.is_symlink())
    digests = [f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(work)}\n" for file in files]
    size = sum(file.stat().st_size for file in files) // 1024
    (work / "DEBIAN").mkdir()
    (work / "DEBIAN" / "md5sums").write_text("".join(digests), encoding="utf-8")
    libraries = ", ".join(sorted(map(package_of, X11)))
    control = _CONTROL.format(version=__version__, size=size, libraries=libraries, levels=FULL_STRENGTH)
    (work / "DEBIAN" / "control").write_text(control, encoding="utf-8")


def _settle(work: Path) -> None:
    """Give all files the modes and the time of a release."""
    for path in [work, *work.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else _mode(path.stat().st_mode))
        os.utime(path, (date_of_release(), date_of_release()), follow_symlinks=False)
