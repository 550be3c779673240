"""A folder with a trap for every module that Python or the program could look for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

TRAPPED: Final = "TRAPPED"
"""The variable that names the file in which a trap writes its name."""

_PACKAGES: Final = ("xiangqi", "numpy", "numba", "llvmlite", "pygame", "PIL", "defusedxml", "platformdirs")
_TRAP: Final = f"import os\nopen(os.environ['{TRAPPED}'], 'a').write(f'{{__name__}} in {{os.getpid()}}\\n')\n"


def set_traps(folder: Path) -> None:
    """Make the folder, with traps in it."""
    folder.mkdir()
    for name in sorted(sys.stdlib_module_names):
        (folder / f"{name}.py").write_text(_TRAP, encoding="utf-8")
    for name in _PACKAGES:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(_TRAP, encoding="utf-8")
        (folder / name / "__main__.py").write_text(_TRAP, encoding="utf-8")
