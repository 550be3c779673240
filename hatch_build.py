"""Builds the kernels when the program is installed, from a checkout or from its source archive (docs/build.md).

A wheel is for the system that it was built on, or for the one that ``XIANGQI_SYSTEM`` names; with
``XIANGQI_PURE=1`` it has no kernels and is for any system, where it runs interpreted, many times slower.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

ROOT: Final = Path(__file__).parent
sys.path.insert(0, str(ROOT))  # the program is not installed yet

from xiangqi.core.build.builder import is_built  # noqa: E402 - found there
from xiangqi.core.compiler.loader import FOLDER, INDEX, build_elsewhere  # noqa: E402

_LOADED: Final = re.compile(r"numpy|platformdirs|backports[.-]zstd")
"""What modules with kernels import, of all that the program needs."""

_COMPILER: Final = "ziglang>=0.13"  # where the system has none, or for another system

_WAY_OUT: Final = (
    "XIANGQI_PURE=1 installs the program without kernels; it then runs interpreted, many times slower"
)

_TAGS: Final = {
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64",
    "win32-x86_64": "win_amd64",
    "darwin-x86_64": "macosx_11_0_x86_64",
    "darwin-aarch64": "macosx_11_0_arm64",
}
"""Names of other systems, as wheels know them."""


class KernelHook(BuildHookInterface[Any]):
    """Puts the library of kernels into a wheel, or into the tree of an editable installation."""

    def dependencies(self) -> list[str]:
        """What building needs besides: nothing where the tree has kernels of its sources."""
        if _is_pure() or (is_built() and not _system()):
            return []
        core = self.metadata.core
        compiler = [] if shutil.which("cc") and not _system() else [_COMPILER]
        return [*core.optional_dependencies["compile"], *filter(_LOADED.match, core.dependencies), *compiler]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them, unless the tree has them."""
        if _is_pure():
            return
        folder, system = FOLDER, _system()
        if system or not is_built():
            if system or not os.access(FOLDER.parent, os.W_OK):
                self._kept = tempfile.TemporaryDirectory()  # until the wheel is written
                folder = Path(self._kept.name)
            if failure := build_elsewhere(str(folder), *system):
                self.app.abort(f"The kernels cannot be built: {failure}\n{_WAY_OUT}.")
        if version != "editable":
            libraries = json.loads((folder / INDEX).read_bytes())["libraries"]
            for name in (INDEX, *(entry["file"] for entry in libraries)):
                build_data["force_include"][str(folder / name)] = f"xiangqi/kernels/{name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_TAGS[system[0]] if system else _this_platform()}"


def _is_pure() -> bool:
    return os.environ.get("XIANGQI_PURE", "0") not in ("", "0")


def _system() -> list[str]:
    """The other system that kernels are wanted for, if any."""
    return [name for name in [os.environ.get("XIANGQI_SYSTEM")] if name]


def _this_platform() -> str:
    """What wheels call this system, as it is: nothing is promised for older ones."""
    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))
