"""The credentials that a worker shows before it gets work: everything that its results depend on."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from xiangqi.resources import asset

_ASSETS: Final = ("network.npz", "book.txt")  # assets that results depend on; tables are covered by a check


@dataclass(frozen=True)
class Credentials:
    """The identity of a process. Processes that differ at most in the machine give equal results."""

    version: str  # the versions of the program and of Python, which exchange pickles
    sources: str  # fingerprint of the packages whose functions are called
    check: str  # the result of a check, "" without one
    machine: str  # the processor model and features, the kernels in use, and the number of processors


@lru_cache
def credentials(packages: tuple[str, ...], check: str) -> Credentials:
    """Return the credentials of this process.

    Args:
        packages: the packages whose sources are compared.
        check: ``module:function``, called without arguments; "" for none.

    Raises:
        ImportError: a package is missing.
    """
    answer = ""
    if check:
        module, _, name = check.partition(":")
        answer = str(getattr(importlib.import_module(module), name)())
    own = importlib.import_module("xiangqi").__version__  # not imported above, to respect the layers
    version = f"{own} on Python {sys.version_info.major}.{sys.version_info.minor}"
    return Credentials(version, fingerprint_of(packages), answer, _machine())


def fingerprint_of(packages: Sequence[str]) -> str:
    """Return a hash of all modules of some packages and of the assets that results depend on.

    Raises:
        ImportError: a package is missing.
    """
    digest = hashlib.sha256()
    for name in packages:
        file = importlib.import_module(name).__file__
        assert file is not None
        root = Path(file).parent
        for path in sorted(root.rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()):
            text = path.read_bytes().replace(b"\r\n", b"\n")  # as in a checkout on Windows
            digest.update(f"{name}/{path.relative_to(root).as_posix()}\0{len(text)}\0".encode() + text)
    for name in _ASSETS:
        digest.update(asset(name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def _machine() -> str:
    from xiangqi.core import jit

    return f"{_processor()}, kernels {jit.WAY}, {os.cpu_count()} processors"


def _processor() -> str:
    """Return the processor model, with a hash of its features if the system reports them."""
    with contextlib.suppress(OSError, KeyError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        told = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return f"{told['model name']} {hashlib.sha256(told['flags'].encode()).hexdigest()[:8]}"
    return platform.processor() or platform.machine()
