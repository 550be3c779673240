"""The one place that knows Numba: compiles kernels, or leaves them as plain Python.

Importing this module chooses the folder of the on-disk cache before Numba reads its configuration. The
folder's name is a hash of all kernel sources, the flags and the versions, because Numba's own check sees
neither a changed constant nor a callee changed in another file.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from xiangqi.resources import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

KERNEL_FOLDERS = ("core", "engine")
UNUSED_DAYS = 30
FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def _numba_version() -> str | None:
    try:
        return metadata.version("numba")
    except metadata.PackageNotFoundError:
        return None


def _fingerprint() -> str:
    """Name of the cache folder that fits these sources, flags and versions."""
    digest = hashlib.sha256()
    package = Path(__file__).resolve().parent.parent
    for folder in KERNEL_FOLDERS:
        for source in sorted((package / folder).glob("*.py")):
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    for flag in FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')}\0".encode())
    digest.update(f"{_numba_version()} {platform.python_version()}".encode())
    return digest.hexdigest()[:16]


def _prepare_cache() -> None:
    """Point Numba at a writable cache folder; a read-only home must not stop the program."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    name = _fingerprint()
    for parent in (cache_folder() / "kernels", Path(tempfile.gettempdir()) / "xiangqi-kernels"):
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / f".probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError:
            continue
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
        _forget_unused(parent, folder)
        return


def _forget_unused(parent: Path, current: Path) -> None:
    """Remove the kernels of other versions that nobody has started for a month; using a folder renews it."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    with contextlib.suppress(OSError):
        os.utime(current)
        for folder in parent.iterdir():
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def _load_numba() -> Any:
    """The numba module, or None when it is missing, broken or switched off."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return None
    _prepare_cache()
    try:
        import numba
    except Exception as error:  # a broken llvmlite raises many kinds: the program must still play
        print(f"xiangqi: running interpreted, Numba cannot be loaded ({error})", file=sys.stderr)
        return None
    return numba


_numba = _load_numba()
COMPILED = _numba is not None
CACHED = COMPILED and "NUMBA_CACHE_DIR" in os.environ


def kernel(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function to machine code that runs without the interpreter lock.

    Args:
        signature: Numba signature, for instance ``"int64(int64[::1], int64)"``. Always given, so that the
            work is done (or read from the cache) when the module is imported and never in mid-game.
        inline: merge the body into compiled callers; for small functions called from hot loops.

    The same function runs interpreted when Numba is absent or ``NUMBA_DISABLE_JIT=1``.
    """

    def decorate(function: Function) -> Function:
        if _numba is None:
            return function
        options = {"cache": CACHED, "nogil": True, "forceinline": inline}
        compiled: Function
        try:
            compiled = _numba.njit(signature, **options, _nrt=False)(function)
        except KeyError:  # a Numba that no longer has this private option: the kernels are slower, and right
            compiled = _numba.njit(signature, **options)(function)
        return compiled

    return decorate
