"""Builds a folder with the library of kernels: the command ``build-kernels [FOLDER [SYSTEM]]``.

LLVM makes an object file for each level of processors, and a C compiler links it with the wrapper through which
Python calls kernels: the system's `cc`, or Zig's, which also links for other systems.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import util
from pathlib import Path
from typing import Any, Final, NamedTuple

from xiangqi.core import compiler
from xiangqi.core.compiler.loader import FOLDER, INDEX, PACKAGE, KernelLibrary, digest_of
from xiangqi.errors import KernelError
from xiangqi.lock import FileLock

_WRAPPER: Final = Path(__file__).with_name("call_wrapper.c")
_PATIENCE_S: Final = 900.0  # with another builder


class System(NamedTuple):
    """A system for which kernels are built: its names for LLVM and Zig, and how libraries are linked there."""

    triple: str
    zig: str
    suffix: str = "so"
    flags: tuple[str, ...] = ("-nostdlib", "-Wl,--build-id=none")


_UCRT: Final = ("-nostdlib", "-lapi-ms-win-crt-private-l1-1-0", "-lapi-ms-win-crt-string-l1-1-0")
"""Of the C library of Windows only the parts that have `memcpy`, `memmove` and `memset`."""

TARGETS: Final = {
    "linux-x86_64": System("x86_64-unknown-linux-gnu", "x86_64-linux-gnu"),
    "linux-aarch64": System("aarch64-unknown-linux-gnu", "aarch64-linux-gnu"),
    "win32-x86_64": System("x86_64-w64-windows-gnu", "x86_64-windows-gnu", "dll", _UCRT),
    "darwin-x86_64": System("x86_64-apple-macosx11.0.0", "x86_64-macos.11.0", "dylib", ()),
    "darwin-aarch64": System("arm64-apple-macosx11.0.0", "aarch64-macos.11.0", "dylib", ()),
}
"""By the names of systems."""


def this_system() -> str:
    """The name of the system that this process runs on."""
    machine = platform.machine().lower()
    return f"{sys.platform}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"


def main(words: list[str]) -> int:
    """The command; by default the program's own folder, for this system, unless it has its kernels."""
    folder, system = [*words, *[str(FOLDER), this_system()][len(words) :]]
    build(Path(folder), system)
    return 0


def build(folder: Path, system: str, modules: Sequence[str] = ()) -> None:
    """Build the kernels, unless the folder has those of these sources for this system.

    Args:
        folder: where they are to be; the index comes last.
        system: one of `TARGETS`.
        modules: which define the kernels; by default all of the program.

    Raises:
        KernelError: there is no C compiler, it fails, or the system is not known.
        StorageError: another process builds there, for too long.
    """
    if system not in TARGETS:
        raise KernelError(f"kernels cannot be built for {system}, only for {', '.join(TARGETS)}")
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".lock").held(_PATIENCE_S):
        if not modules and system == this_system() and is_built(folder):
            return
        linker, draft = _linker(system), folder / "draft"
        shutil.rmtree(draft, ignore_errors=True)  # of a builder that was killed
        draft.mkdir()
        for name in _make(draft, TARGETS[system], linker, modules or kernel_modules()):
            (draft / name).replace(folder / name)
        shutil.rmtree(draft)


def is_built(folder: Path = FOLDER) -> bool:
    """Whether a folder has kernels of the sources as they are, for this system."""
    try:
        KernelLibrary(folder)
    except KernelError:
        return False
    return True


def _linker(system: str) -> list[str]:
    if system == this_system() and sys.platform != "win32" and shutil.which("cc"):
        return ["cc"]
    if util.find_spec("ziglang") is None:
        raise KernelError("there is no C compiler: install one (`cc`), or the Python package ziglang")
    return [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[system].zig]


def _make(draft: Path, target: System, linker: list[str], modules: Sequence[str]) -> list[str]:
    """Make the files of a library in a folder, and return their names, the index last."""
    try:
        from xiangqi.core.build.translator import Translator, machine_code
    except ImportError as error:
        raise KernelError(f"Numba is missing, which the extra `compile` has ({error})") from None
    gc.disable()  # nearly all that is made is needed until the end
    translator = Translator()
    compiler.taker = translator.take
    for module in modules:
        importlib.import_module(module)
    bitcode = translator.module().as_bitcode()
    libraries: list[dict[str, Any]] = []
    levels = {1: "x86-64", 3: "x86-64-v3"} if target.triple.startswith("x86_64") else {1: "generic"}
    for level, processor in levels.items():
        name = f"kernels{'' if level == 1 else f'-v{level}'}.{target.suffix}"
        (draft / "kernels.o").write_bytes(machine_code(bitcode, target.triple, processor))
        _link(draft, [*linker, *target.flags, "-o", name])
        digest = hashlib.sha256((draft / name).read_bytes()).hexdigest()
        libraries.append({"file": name, "level": level, "sha256": digest})
    sources = kernel_sources()
    index = {
        "sources": sources,
        "digest": digest_of(PACKAGE, sources),
        "libraries": libraries,
        "signatures": dict(sorted(translator.signatures.items())),
        "python": re.findall(r"^PYTHON\([\w *]+, (\w+)", _WRAPPER.read_text(encoding="utf-8"), re.MULTILINE),
    }
    (draft / INDEX).write_text(json.dumps(index, indent=1), encoding="utf-8")
    return [*(entry["file"] for entry in libraries), INDEX]


def _link(folder: Path, command: list[str]) -> None:
    """Have a C compiler link a library of the wrapper and the kernels in a folder."""
    shutil.copy(_WRAPPER, folder)  # so that no path is noted
    flags = ["-shared", "-Wl,-s", "-O2", "-fPIC", "-fno-stack-protector", _WRAPPER.name, "kernels.o"]
    cache = {"ZIG_GLOBAL_CACHE_DIR": str(folder), "ZIG_LOCAL_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [*command, *flags], cwd=folder, env=os.environ | cache, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise KernelError(f"{command[0]} has failed: {done.stderr.strip()}")


def kernel_modules() -> list[str]:
    """The modules that define kernels."""
    return [name for name, path in _modules().items() if b"\n@kernel(" in path.read_bytes()]


def kernel_sources() -> list[str]:
    """The files, from the package on, of kernels and all that these import, since constants are compiled in.

    What the builder does is in the library, too.
    """
    modules, needed = _modules(), kernel_modules()
    for name in needed:  # grows on the way
        needed += sorted((_imports(modules[name]) & modules.keys()) - set(needed))
    paths = [*(modules[name] for name in needed), *Path(__file__).parent.glob("*.*")]
    return sorted({path.relative_to(PACKAGE).as_posix() for path in paths})


def _modules() -> dict[str, Path]:
    """The modules in which kernels may be, or what they are made of, by their names."""
    folders = ("core", "engine", "library", "tables")
    paths = sorted(path for folder in folders for path in (PACKAGE / folder).rglob("*.py"))
    names = (".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths)
    return {name.removesuffix(".__init__"): path for name, path in zip(names, paths, strict=True)}


def _imports(path: Path) -> set[str]:
    """The modules that a module imports at its top, and what it imports from them, as ``module.name``."""
    found = [
        node for node in ast.parse(path.read_bytes()).body if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    pairs = [(getattr(node, "module", ""), alias.name) for node in found for alias in node.names]
    return {module for module, _ in pairs} | {f"{module}.{name}".lstrip(".") for module, name in pairs}
