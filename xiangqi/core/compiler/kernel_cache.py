"""The folder where compiled kernels are kept between runs.

Its name is a hash of all kernel sources, the flags and the versions, because Numba's own check sees neither a
changed constant nor a callee changed in another file. This module does not load Numba.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from typing import Final

from xiangqi.core.compiler.trust import is_trusted
from xiangqi.disk import make_folder
from xiangqi.resources import cache_folder

KERNEL_FOLDERS: Final = ("core", "engine", "library")
ASKED_FOLDERS: Final = ("tables",)
"""Here only those count that the kernels of the others call; solving tables has more."""

UNUSED_DAYS = 30
REFUSED_DAYS = 7
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")
_KERNEL = re.compile(rb"^@kernel\(", re.MULTILINE)
_FOLDERS: Final = (*KERNEL_FOLDERS, *ASKED_FOLDERS)
_IMPORT = re.compile(rb"^from xiangqi\.((?:%s)[.\w]+) import" % "|".join(_FOLDERS).encode(), re.MULTILINE)
_PACKAGE: Final = Path(__file__).resolve().parents[2]
_MAKERS: Final = ("dialect.py", "foundry.py", "gates.py")  # their work is in the image, too
_IMAGE = ".image"
REFUSED = ".refused"
"""Suffix of a file that says that there can be no image of its name."""
FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def is_interpreted() -> bool:
    """Whether the player has switched Numba off."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def checks_bounds() -> bool:
    """Whether kernels are to notice when they leave an array."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


def is_cold() -> bool:
    """Whether kernels have to be compiled: at the first start, after an update, with no folder to keep them."""
    if is_interpreted():
        return False
    prepare_cache()
    folder = os.environ.get("NUMBA_CACHE_DIR")
    return folder is None or not any(any(Path(folder).rglob(f"*{suffix}")) for suffix in (_IMAGE, ".nbi"))


def _numba_version() -> bytes:
    """What tells one Numba from another, found without loading it or the slow reader of package metadata."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        found = util.find_spec("numba")
        if found is not None and found.origin is not None:
            return Path(found.origin).with_name("_version.py").read_bytes()
    return b""


def kernel_sources() -> list[Path]:
    """The modules that define kernels and all that these import, since constants are compiled in, too."""
    room = _PACKAGE / "core" / "compiler"
    modules = [path for folder in _FOLDERS for path in (_PACKAGE / folder).rglob("*.py")]
    texts = {_dotted(path): path.read_bytes() for path in modules if path.parent != room}
    needed = [
        name for name, text in texts.items() if name.split(".")[0] in KERNEL_FOLDERS and _KERNEL.search(text)
    ]
    for name in needed:  # grows on the way
        imports = {found[1].decode() for found in _IMPORT.finditer(texts[name])}
        needed += sorted(imports & texts.keys() - set(needed))
    used = [path for path in modules if _dotted(path) in needed]
    return sorted([*used, *(room / name for name in _MAKERS)])


def kernel_modules() -> list[str]:
    """The modules that define kernels."""
    defining = (path for path in kernel_sources() if _KERNEL.search(path.read_bytes()))
    return [f"xiangqi.{_dotted(path)}" for path in defining]


def _dotted(path: Path) -> str:
    """The name of a module within the package, such as core.jit."""
    return ".".join(path.relative_to(_PACKAGE).with_suffix("").parts)


def fingerprint() -> str:
    """Name of the cache folder that fits these sources, flags and versions."""
    digest = hashlib.sha256()
    for source in kernel_sources():
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    for flag in FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')}\0".encode())
    digest.update(_numba_version() + platform.python_version().encode())
    return digest.hexdigest()[:16]


def image_path(processor: str) -> Path:
    """Where the image of these kernels for a processor is, or would be; the cache must have been prepared."""
    name = hashlib.sha256(f"{fingerprint()} {processor}".encode()).hexdigest()[:16]
    return Path(os.environ["NUMBA_CACHE_DIR"], name + _IMAGE)


def is_refused(image: Path) -> bool:
    """Whether it was found lately that there can be no such image."""
    with contextlib.suppress(OSError):
        return time.time() - image.with_suffix(REFUSED).stat().st_mtime < REFUSED_DAYS * 86_400
    return False


def prepare_cache() -> None:
    """Choose the folder of this version's kernels, which Numba is told, too.

    The first that has an image is taken as it is, be the home read-only or the disk full. Otherwise it is the
    first in which one can be made, and none where there is no such folder.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named is not None and is_trusted(Path(named)):
        return
    os.environ.pop("NUMBA_CACHE_DIR", None)
    name = fingerprint()
    folders = [place / name for place in _places()]
    chosen = next(filter(_has_image, folders), None) or next(filter(_can_be_used, folders), None)
    if chosen is not None:
        os.environ["NUMBA_CACHE_DIR"] = str(chosen)
        forget_unused(chosen.parent, chosen)


def _places() -> Iterator[Path]:
    """Where folders of kernels may lie: the player's cache folder, or else the one for temporary files."""
    yield cache_folder() / "kernels"
    with contextlib.suppress(OSError):  # no folder for temporary files can be written
        owner = os.getuid() if hasattr(os, "getuid") else "kernels"
        yield Path(tempfile.gettempdir()) / f"xiangqi-{owner}"


def _has_image(folder: Path) -> bool:
    return is_trusted(folder) and any(folder.glob(f"*{_IMAGE}"))


def _can_be_used(folder: Path) -> bool:
    """Whether a folder is there, or can be made, in which this user and nobody else can write."""
    if not is_trusted(folder):  # as far as it is there
        return False
    try:
        make_folder(folder, mode=0o700)  # the first one may hold all that a player keeps
        if not is_trusted(folder):
            return False
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def forget_unused(parent: Path, current: Path) -> None:
    """Remove the kernels of other versions that nobody has started for a month; using a folder renews it."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    with contextlib.suppress(OSError):
        os.utime(current)
        for folder in parent.iterdir():
            if _FINGERPRINT.fullmatch(folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
