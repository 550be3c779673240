"""What a worker says of itself before it gets work: what its answers follow from."""

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

_ASSETS: Final = ("network.npz", "book.txt")  # of what answers follow from; tables are left to a check


@dataclass(frozen=True)
class Credentials:
    """Who a process is. Jobs have equal results where all but the machine is equal."""

    version: str  # of the program and of Python, whose pickles travel
    sources: str  # fingerprint of the packages that jobs come from
    check: str  # what a check has answered, "" where none was asked for
    machine: str  # the processor with all that it can do, which kernels it runs, and how many there are


@lru_cache
def credentials(packages: tuple[str, ...], check: str) -> Credentials:
    """The credentials of this process.

    Args:
        packages: whose sources count.
        check: ``module:function`` without arguments that returns a text, "" for none.

    Raises:
        ImportError: a package is missing.
    """
    answer = ""
    if check:
        module, _, name = check.partition(":")
        answer = str(getattr(importlib.import_module(module), name)())
    own = importlib.import_module("xiangqi").__version__  # whose import reaches into all layers
    version = f"{own} on Python {sys.version_info.major}.{sys.version_info.minor}"
    return Credentials(version, fingerprint_of(packages), answer, _machine())


def fingerprint_of(packages: Sequence[str]) -> str:
    """A hash of all modules of some packages and of the assets that answers follow from.

    Raises:
        ImportError: a package is missing.
    """
    digest = hashlib.sha256()
    for name in packages:
        file = importlib.import_module(name).__file__
        assert file is not None
        root = Path(file).parent
        for path in sorted(root.rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()):
            text = path.read_bytes().replace(b"\r\n", b"\n")  # a checkout on Windows may have these
            digest.update(f"{name}/{path.relative_to(root).as_posix()}\0{len(text)}\0".encode() + text)
    for name in _ASSETS:
        digest.update(asset(name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def _machine() -> str:
    from xiangqi.core import jit

    return f"{_processor()}, kernels {jit.WAY}, {os.cpu_count()} processors"


def _processor() -> str:
    """The model of the processor, with a hash of all that it can do where the system tells."""
    with contextlib.suppress(OSError, KeyError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        told = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return f"{told['model name']} {hashlib.sha256(told['flags'].encode()).hexdigest()[:8]}"
    return platform.processor() or platform.machine()
