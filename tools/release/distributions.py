"""Wheels and the source archive of a release, reproducible from the same sources."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import lief

from tools.release.steady import ROOT, steady
from xiangqi.core.compiler.loader import INDEX

KERNELS: Final = f"xiangqi/kernels/{INDEX}"
_IMPORTED: Final = frozenset(("memcpy", "memmove", "memset"))


class ReleaseError(Exception):
    """A file of a release cannot be made, or is wrong."""


def build(kind: str, target: Path, system: str = "") -> Path:
    """Build a `wheel` or the `sdist`; return its path.

    Args:
        kind: `wheel` or `sdist`.
        target: the folder for it.
        system: the target of a wheel, as in `builder.TARGETS`; by default this system, with the kernels of the
            checkout.

    Raises:
        ReleaseError: the build has failed.
    """
    with tempfile.TemporaryDirectory(dir=target) as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder]
        environment = steady(XIANGQI_SYSTEM=system, XIANGQI_PURE="0")
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ReleaseError(f"the {kind} for {system or 'this system'}: {done.stderr.strip()}")
        (made,) = Path(folder).iterdir()
        return made.replace(target / made.name)


def check_libraries(wheel: Path) -> str:
    """Compare the libraries of a wheel with its index; return a description of their imports.

    Raises:
        ReleaseError: a kernel or a function of the wrapper is missing, or a library is not signed or imports
            more than it may.
    """
    with zipfile.ZipFile(wheel) as archive:
        index = json.loads(archive.read(KERNELS))
        files = {entry["file"] for entry in index["libraries"]}
        there = {Path(name).name for name in archive.namelist() if name.startswith("xiangqi/kernels/")}
        if there != {INDEX, *files}:
            raise ReleaseError(f"{wheel.name}: kernels are {sorted(there)}")
        wanted = {*index["signatures"], "xiangqi_call", "xiangqi_level"}
        imported = {
            name for file in files for name in _imports(archive.read(f"xiangqi/kernels/{file}"), wanted)
        }
    if "linux" in wheel.name and imported - _IMPORTED:
        raise ReleaseError(f"{wheel.name} imports {sorted(imported - _IMPORTED)}")
    return ", ".join(sorted(imported))


def _imports(library: bytes, wanted: set[str]) -> set[str]:
    """Return the names of functions that a library imports; those of macOS without their first underscore.

    Raises:
        ReleaseError: the library has no known format, lacks a wanted name, or is not signed but must be.
    """
    binary = lief.parse(library)
    if not isinstance(binary, (lief.ELF.Binary, lief.PE.Binary, lief.MachO.Binary)):
        raise ReleaseError("a library of kernels is of no known format")
    mark = "_" if isinstance(binary, lief.MachO.Binary) else ""
    exported = {str(function.name).removeprefix(mark) for function in binary.exported_functions}
    if missing := wanted - exported:
        raise ReleaseError(f"a library of kernels lacks {len(missing)} names, such as {min(missing)}")
    if (
        isinstance(binary, lief.MachO.Binary)
        and binary.header.cpu_type.name == "ARM64"
        and not binary.has_code_signature
    ):
        raise ReleaseError("a library for macOS on arm64 is not signed, and would not be loaded")
    if isinstance(binary, lief.ELF.Binary):
        return {str(symbol.name) for symbol in binary.dynamic_symbols if symbol.name and not symbol.shndx}
    return {str(function.name).removeprefix(mark) for function in binary.imported_functions}
