"""Builds a folder with the program and all it needs, Python included.

    python -m tools.build_standalone --to FOLDER

`FOLDER/xiangqi/xiangqi` is then the program, for machines like this one that have no Python. Needs the extra
`standalone` (PyInstaller). The kernels go in as they have been built for this system (docs/build.md); the
folder has some 190 MB.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from xiangqi.core.compiler.loader import FOLDER, KernelLibrary
from xiangqi.errors import KernelError

ROOT: Final = Path(__file__).resolve().parents[1]
_HOOK: Final = """
from PyInstaller.utils.hooks import collect_submodules
hiddenimports = collect_submodules("xiangqi", filter=lambda name: not name.startswith("xiangqi.core.build"))
"""
_UNWANTED: Final = (
    "numba",
    "llvmlite",
    "tkinter",
    "matplotlib",
    "scipy",
    "IPython",
    "pytest",
    "hypothesis",
    "mypy",
)


def build(target: Path) -> Path:
    """Build the folder and return the program in it.

    Args:
        target: a folder in which `xiangqi` is made, or replaced.

    Raises:
        subprocess.CalledProcessError: PyInstaller is missing or has failed; it has said why.
        KernelError: the kernels have not been built.
    """
    KernelLibrary()
    with tempfile.TemporaryDirectory(prefix="xiangqi-build-") as folder:
        hooks = Path(folder, "hooks")
        hooks.mkdir()
        (hooks / "hook-xiangqi.py").write_text(_HOOK, encoding="utf-8")
        options = ["--onedir", "--noconfirm", "--clean", "--log-level", "WARN", "--name", "xiangqi"]
        options += ["--paths", str(ROOT), "--additional-hooks-dir", str(hooks)]
        options += ["--add-data", f"{ROOT / 'assets'}:assets", "--icon", str(ROOT / "assets" / "icon.png")]
        options += ["--add-data", f"{FOLDER}:xiangqi/kernels"]
        options += ["--distpath", str(target), "--workpath", folder, "--specpath", folder]
        for name in _UNWANTED:
            options += ["--exclude-module", name]
        subprocess.run([sys.executable, "-m", "PyInstaller", *options, str(ROOT / "main.py")], check=True)
    return target / "xiangqi" / ("xiangqi.exe" if sys.platform == "win32" else "xiangqi")


def main() -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", metavar="FOLDER", help="default: dist")
    try:
        program = build(parser.parse_args().to.resolve())
    except subprocess.CalledProcessError:
        print("the build failed; `pip install '.[standalone]'` installs what it needs", file=sys.stderr)
        return 1
    except KernelError as error:
        print(f"{error}: `pip install -e .` builds them", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file())
    print(f"{program}: {size / 1e6:.0f} MB with all that belongs to it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
