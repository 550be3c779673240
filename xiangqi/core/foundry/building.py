"""Builds a folder with the library of kernels: the command ``foundry [FOLDER [SYSTEM]]``.

LLVM makes an object file for each level of processors, and a C compiler links it with the gates: the system's
`cc`, or Zig's, which also links for other systems. `docs/build.md` describes what lies in the folder.
"""

from __future__ import annotations

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
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from typing import Any, Final

from xiangqi.core import compiler
from xiangqi.core.compiler import loader
from xiangqi.core.foundry import sources
from xiangqi.errors import KernelError
from xiangqi.lock import FileLock

_PATIENCE_S: Final = 300.0  # with another foundry, which has perhaps been halted


@dataclass(frozen=True)
class System:
    """A system for which kernels are built.

    Attributes:
        triple: its name for LLVM.
        zig: its name for Zig.
        library: name of a library, with room for its level.
        flags: how libraries are linked there.
    """

    triple: str
    zig: str
    library: str = "kernels{}.so"
    flags: tuple[str, ...] = ("-shared", "-nostdlib", "-Wl,-s", "-Wl,--build-id=none")

    def processors(self) -> dict[int, str]:
        """LLVM's names of what libraries are made for, by level."""
        return {1: "x86-64", 3: "x86-64-v3"} if self.triple.startswith("x86_64") else {1: "generic"}


_DLL: Final = ("kernels{}.dll", ("-shared", "-Wl,-s"))
_DYLIB: Final = ("kernels{}.dylib", ("-dynamiclib", "-Wl,-install_name,@rpath/kernels.dylib"))
TARGETS: Final = {
    "linux-x86_64": System("x86_64-unknown-linux-gnu", "x86_64-linux-gnu"),
    "linux-aarch64": System("aarch64-unknown-linux-gnu", "aarch64-linux-gnu"),
    "win32-x86_64": System("x86_64-w64-windows-gnu", "x86_64-windows-gnu", *_DLL),
    "darwin-x86_64": System("x86_64-apple-macosx11.0.0", "x86_64-macos.11.0", *_DYLIB),
    "darwin-aarch64": System("arm64-apple-macosx11.0.0", "aarch64-macos.11.0", *_DYLIB),
}
"""By the names of systems."""


def this_system() -> str:
    """The name of the system that this process runs on."""
    machine = platform.machine().lower()
    return f"{sys.platform}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"


def build(folder: Path, system: str, modules: Sequence[str] | None = None) -> None:
    """Build the kernels, unless the folder has those of these sources for this system.

    Args:
        folder: where they are to be; the index comes last.
        system: one of `TARGETS`.
        modules: which define the kernels; None for all of the program.

    Raises:
        KernelError: there is no C compiler, it fails, or the system is not known.
    """
    if system not in TARGETS:
        raise KernelError(f"kernels cannot be built for {system}, only for {', '.join(TARGETS)}")
    folder.mkdir(parents=True, exist_ok=True)
    lock, patient_until = FileLock(folder / ".lock"), time.monotonic() + _PATIENCE_S
    while not lock.acquire() and time.monotonic() < patient_until:
        time.sleep(0.1)
    if modules is None and system == this_system() and _is_there(folder):
        return
    linker, draft = _linker(system), folder / "draft"
    shutil.rmtree(draft, ignore_errors=True)  # of a foundry that was killed
    draft.mkdir()
    try:
        index = _made(draft, TARGETS[system], linker, modules or sources.kernel_modules())
        for name in [*(entry["file"] for entry in index["libraries"]), loader.INDEX]:
            Path(draft, name).replace(folder / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _is_there(folder: Path) -> bool:
    try:
        loader.KernelLibrary(folder)
    except KernelError:
        return False
    return True


def _linker(system: str) -> list[str]:
    """The command of a C compiler for a system.

    Raises:
        KernelError: there is none.
    """
    if system == this_system() and sys.platform != "win32" and shutil.which("cc"):
        return ["cc"]
    if util.find_spec("ziglang") is None:
        raise KernelError("there is no C compiler: install one (`cc`), or the Python package ziglang")
    return [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[system].zig]


def _made(draft: Path, target: System, linker: list[str], modules: Sequence[str]) -> dict[str, Any]:
    """Make libraries and index in a folder; the index."""
    try:
        from xiangqi.core.foundry.gates import SHARED, gate
        from xiangqi.core.foundry.numba_lessons import typed
        from xiangqi.core.foundry.translating import Translator
    except ImportError as error:
        raise KernelError(f"Numba is missing, which the extra `compile` has ({error})") from None

    gc.disable()  # nearly all that is made is needed until the end
    translator = Translator()
    _take_in(modules, translator.take)
    gates = {text: f"xiangqi_gate_{i}" for i, text in enumerate(sorted({*translator.signatures.values()}))}
    written = [gate(name, typed(text)) for text, name in gates.items()]
    (draft / "gates.c").write_text("".join([SHARED.read_text(encoding="utf-8"), *written]), encoding="utf-8")
    bitcode, libraries = translator.module().as_bitcode(), []
    for level, processor in target.processors().items():
        name = target.library.format("" if level == 1 else f"-v{level}")
        (draft / "kernels.o").write_bytes(_object(bitcode, target, processor))
        _link(draft, [*linker, *target.flags], name)
        digest = hashlib.sha256((draft / name).read_bytes()).hexdigest()
        libraries.append({"file": name, "level": level, "sha256": digest})
    files = sources.kernel_sources()
    index = {
        "abi": loader.ABI,
        "sources": files,
        "digest": loader.digest_of(loader.PACKAGE, files),
        "libraries": libraries,
        "signatures": dict(sorted(translator.signatures.items())),
        "gates": gates,
        "python": re.findall(r"^PYTHON\([\w *]+, (\w+)", SHARED.read_text(encoding="utf-8"), re.MULTILINE),
    }
    (draft / loader.INDEX).write_text(json.dumps(index, indent=1), encoding="utf-8")
    return index


def _take_in(modules: Sequence[str], taker: Callable[[Any, str, bool], Any]) -> None:
    """Import modules, so that their kernels reach the taker."""
    compiler.taker = taker
    for module in modules:
        importlib.import_module(module)


def _object(bitcode: bytes, target: System, processor: str) -> bytes:
    """LLVM's machine code of a module, optimised as a whole."""
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(target.triple).create_target_machine(processor, opt=3, reloc="pic")
    module = binding.parse_bitcode(bitcode)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def _link(folder: Path, linker: list[str], name: str) -> None:
    """Make a library of kernels and gates.

    Raises:
        KernelError: the compiler has failed.
    """
    flags = ["-O2", "-fPIC", "-fno-stack-protector", "-o", name, "gates.c", "kernels.o"]
    cache = {"ZIG_GLOBAL_CACHE_DIR": str(folder), "ZIG_LOCAL_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [*linker, *flags], cwd=folder, env=os.environ | cache, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise KernelError(f"{' '.join(linker)} has failed: {done.stderr.strip()}")


def main(words: list[str]) -> int:
    """The command; by default the program's own folder, for this system."""
    folder, system = [*words, *[str(loader.FOLDER), this_system()][len(words) :]]
    build(Path(folder), system)
    return 0
