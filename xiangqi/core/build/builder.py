"""Builds the kernel library in a folder: the command ``build-kernels [FOLDER [SYSTEM]]``.

LLVM generates an object file for each processor level, and a C compiler (the system's `cc`, or Zig's, which can
also link for other systems) links it with the wrapper that lets Python call kernels.
"""

from __future__ import annotations

import argparse
import ast
import ctypes
import gc
import hashlib
import importlib
import json
import multiprocessing
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib import util
from pathlib import Path
from typing import Any, Final, NamedTuple

from xiangqi.core import compiler
from xiangqi.core.compiler.loader import FOLDER, INDEX, PACKAGE, KernelLibrary, digest_of
from xiangqi.errors import KernelError
from xiangqi.lock import FileLock

_WRAPPER: Final = Path(__file__).with_name("call_wrapper.c")
_PATIENCE_S: Final = 900.0  # with another builder
_MOST_COPIES: Final = 8  # each takes some 100 MB; as many translate everything in two seconds
_WHEN_PARENT_ENDS: Final = 1  # PR_SET_PDEATHSIG


class System(NamedTuple):
    """A system for which kernels can be built: its names for LLVM and Zig, and how to link libraries for it."""

    triple: str
    zig: str
    suffix: str = "so"
    flags: tuple[str, ...] = ("-nostdlib", "-Wl,--build-id=none")


_UCRT: Final = ("-nostdlib", "-lapi-ms-win-crt-private-l1-1-0", "-lapi-ms-win-crt-string-l1-1-0")
"""Flags that link only the parts of the Windows C library with `memcpy`, `memmove` and `memset`."""

TARGETS: Final = {
    "linux-x86_64": System("x86_64-unknown-linux-gnu", "x86_64-linux-gnu"),
    "linux-aarch64": System("aarch64-unknown-linux-gnu", "aarch64-linux-gnu"),
    "win32-x86_64": System("x86_64-w64-windows-gnu", "x86_64-windows-gnu", "dll", _UCRT),
    "darwin-x86_64": System("x86_64-apple-macosx11.0.0", "x86_64-macos.11.0", "dylib", ()),
    "darwin-aarch64": System("arm64-apple-macosx11.0.0", "aarch64-macos.11.0", "dylib", ()),
}
"""By the names of systems."""


def this_system() -> str:
    """Return the name of the system that this process runs on."""
    machine = platform.machine().lower()
    return f"{sys.platform}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"


def main(words: list[str]) -> int:
    """Run the command; by default it builds for this system in the program's own folder, if necessary."""
    parser = argparse.ArgumentParser(prog="xiangqi build-kernels", description="Compile the engine's kernels.")
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="output folder")
    parser.add_argument("system", nargs="?", default=this_system(), help=f"one of {', '.join(TARGETS)}")
    asked = parser.parse_args(words)
    build(asked.folder, asked.system)
    return 0


def build(folder: Path, system: str, modules: Sequence[str] = ()) -> None:
    """Build the kernels, unless the folder already has those of the current sources for this system.

    Args:
        folder: the output folder; the index is written last.
        system: one of `TARGETS`.
        modules: the modules that define the kernels; by default all of the program's.

    Raises:
        KernelError: there is no C compiler, it fails, a kernel cannot be translated (the message names it), or
            the system is unknown.
        StorageError: another process has been building there for too long.
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
        try:
            for name in _make(draft, TARGETS[system], linker, modules or kernel_modules()):
                (draft / name).replace(folder / name)
        finally:
            shutil.rmtree(draft)


def is_built(folder: Path = FOLDER) -> bool:
    """Return whether a folder has kernels of the current sources for this system."""
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
    """Create the files of a library in a folder, and return their names, the index last."""
    try:
        from xiangqi.core.build import translator
    except ImportError as error:
        raise KernelError(f"Numba is missing, which the extra `compile` has ({error})") from None
    gc.disable()  # nearly all that is made is needed until the end
    translator.start()
    compiler.taker = translator.take
    for module in modules:
        importlib.import_module(module)
    levels = {1: "x86-64", 3: "x86-64-v3"} if target.triple.startswith("x86_64") else {1: "generic"}
    with several_at_once() as several:
        names = translator.longest_first()
        bitcode = translator.linked(dict(zip(names, several(translator.translation, names), strict=True)))
        compiled = partial(translator.machine_code, bitcode, target.triple)
        codes = list(several(compiled, levels.values()))
    libraries: list[dict[str, Any]] = []
    for level, code in zip(levels, codes, strict=True):
        name = f"kernels{'' if level == 1 else f'-v{level}'}.{target.suffix}"
        (draft / "kernels.o").write_bytes(code)
        _link(draft, [*linker, *target.flags, "-o", name])
        digest = hashlib.sha256((draft / name).read_bytes()).hexdigest()
        libraries.append({"file": name, "level": level, "sha256": digest})
    sources = kernel_sources()
    index = {
        "sources": sources,
        "digest": digest_of(PACKAGE, sources),
        "libraries": libraries,
        "signatures": {name: translator.kernels[name].signature for name in sorted(translator.kernels)},
        "python": re.findall(r"^PYTHON\([\w *]+, (\w+)", _WRAPPER.read_text(encoding="utf-8"), re.MULTILINE),
    }
    (draft / INDEX).write_text(json.dumps(index, indent=1), encoding="utf-8")
    return [*(entry["file"] for entry in libraries), INDEX]


@contextmanager
def several_at_once() -> Iterator[Callable[..., Iterable[Any]]]:
    """Yield a `map` whose calls are made in copies of this process, one for each processor, up to eight.

    On systems other than Linux, or with one processor, this process makes the calls itself.

    Raises:
        KernelError: a copy was killed.
    """
    copies = min(len(os.sched_getaffinity(0)), _MOST_COPIES) if sys.platform == "linux" else 1
    if copies == 1:
        yield map
        return
    try:
        forking = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(copies, forking, _end_with_parent, (os.getpid(),)) as pool:
            yield pool.map
    except BrokenProcessPool:
        raise KernelError("a process of the builder was killed, perhaps for want of memory") from None


def _end_with_parent(parent: int) -> None:
    """Make Linux end this process when its parent ends or is killed; leave Ctrl-C to the parent.

    A pool's process would otherwise wait for ever, and keep the folder's lock.

    Args:
        parent: its process number; if it has ended already, this process ends at once.
    """
    ctypes.CDLL(None).prctl(_WHEN_PARENT_ENDS, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _link(folder: Path, command: list[str]) -> None:
    """Link the wrapper and the kernels in a folder into a library with a C compiler."""
    shutil.copy(_WRAPPER, folder)  # so that no path is noted
    flags = ["-shared", "-Wl,-s", "-O2", "-fPIC", "-fno-stack-protector", _WRAPPER.name, "kernels.o"]
    cache = {"ZIG_GLOBAL_CACHE_DIR": str(folder), "ZIG_LOCAL_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [*command, *flags], cwd=folder, env=os.environ | cache, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise KernelError(f"{command[0]} has failed: {done.stderr.strip()}")


def kernel_modules() -> list[str]:
    """Return the names of the modules that define kernels."""
    return [name for name, path in _modules().items() if b"\n@kernel(" in path.read_bytes()]


def kernel_sources() -> list[str]:
    """Return the source files of kernels and of everything they import, since constants are compiled in.

    Paths are relative to the package. The builder's own sources are included, since they affect the library
    too.
    """
    modules, needed = _modules(), kernel_modules()
    for name in needed:  # grows on the way
        needed += sorted((_imports(modules[name]) & modules.keys()) - set(needed))
    paths = [*(modules[name] for name in needed), *Path(__file__).parent.glob("*.*")]
    return sorted({path.relative_to(PACKAGE).as_posix() for path in paths})


def _modules() -> dict[str, Path]:
    """Return the modules that may define kernels or be imported by them: name -> path."""
    folders = ("core", "engine", "library", "tables")
    paths = sorted(path for folder in folders for path in (PACKAGE / folder).rglob("*.py"))
    names = (".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths)
    return {name.removesuffix(".__init__"): path for name, path in zip(names, paths, strict=True)}


def _imports(path: Path) -> set[str]:
    """Return the modules that a module imports at its top level, and names imported as ``module.name``."""
    found = [
        node for node in ast.parse(path.read_bytes()).body if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    pairs = [(getattr(node, "module", ""), alias.name) for node in found for alias in node.names]
    return {module for module, _ in pairs} | {f"{module}.{name}".lstrip(".") for module, name in pairs}
