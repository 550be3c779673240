"""Which modules have kernels, and what these are made of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from xiangqi.core.compiler.loader import PACKAGE

FOLDERS: Final = ("core", "engine", "library", "tables")
"""Where kernels are; what they import from other folders is not compiled in."""

_KERNEL: Final = re.compile(rb"^@kernel\(", re.MULTILINE)
_IMPORT: Final = re.compile(rb"^from xiangqi\.((?:%s)[.\w]+) import" % "|".join(FOLDERS).encode(), re.MULTILINE)
_ROOM: Final = Path(__file__).parent


def kernel_modules(package: Path = PACKAGE) -> list[str]:
    """The modules that define kernels."""
    return [f"xiangqi.{name}" for name, text in _texts(package).items() if _KERNEL.search(text)]


def kernel_sources(package: Path = PACKAGE) -> list[str]:
    """The files, from the package on, of kernels and of all that these import, since constants are compiled in.

    What the foundry does is in the library, too.
    """
    texts = _texts(package)
    needed = [name for name, text in texts.items() if _KERNEL.search(text)]
    for name in needed:  # grows on the way
        imports = {found[1].decode() for found in _IMPORT.finditer(texts[name])}
        needed += sorted(imports & texts.keys() - {"core.jit", *needed})  # it only hands kernels on
    own = [f"core/foundry/{path.name}" for path in _ROOM.iterdir() if path.suffix in (".py", ".c")]
    return sorted({*own, *(name.replace(".", "/") + ".py" for name in needed)})


def _texts(package: Path) -> dict[str, bytes]:
    """The modules in which kernels may be, by their names within the package."""
    paths = sorted(path for folder in FOLDERS for path in (package / folder).rglob("*.py"))
    return {".".join(path.relative_to(package).with_suffix("").parts): path.read_bytes() for path in paths}
