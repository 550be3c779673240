"""Builds a folder with the program and everything it needs, including Python.

    python -m tools.build_standalone --to FOLDER

`FOLDER/xiangqi/xiangqi` is then the program; it runs on machines like this one, even without Python. It is
built in a separate environment, for which pip fetches the program's requirements and PyInstaller, and nothing
else. The kernels are included as built for this system (docs/build.md); the folder has about 190 MB.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

from tools.release.steady import ROOT, steady

_HOOK: Final = """
from importlib.resources import files
from PyInstaller.utils.hooks import collect_submodules
hiddenimports = collect_submodules("xiangqi")
datas = [(str(files("xiangqi") / name), f"xiangqi/{name}") for name in ("assets", "kernels")]
"""


def build(target: Path, package: Path = ROOT) -> Path:
    """Build the folder and return the program in it.

    Args:
        target: a folder in which `xiangqi` is made, or replaced.
        package: the checkout, or a wheel of it for this system.

    Raises:
        subprocess.CalledProcessError: pip or PyInstaller has failed and printed the reason.
    """
    with tempfile.TemporaryDirectory(prefix="xiangqi-build-") as name:
        folder = Path(name)
        (folder / "hooks").mkdir()
        (folder / "hooks" / "hook-xiangqi.py").write_text(_HOOK, encoding="utf-8")
        shutil.copy(ROOT / "main.py", folder)  # away from the checkout, whose package would be taken
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        options = ["--onedir", "--noconfirm", "--clean", "--log-level", "WARN", "--name", "xiangqi"]
        options += ["--additional-hooks-dir", str(folder / "hooks"), "--exclude-module", "tkinter"]
        options += ["--icon", str(ROOT / "assets" / "icon.png")] if sys.platform != "linux" else []
        options += ["--distpath", str(target), "--workpath", name, "--specpath", name]
        for command in (
            ["pip", "install", "--quiet", f"{package}[standalone]"],
            ["PyInstaller", *options, "main.py"],
        ):
            subprocess.run([python, "-m", *command], cwd=folder, env=steady(), check=True)
    for record in (target / "xiangqi").rglob("*.dist-info/RECORD"):
        record.unlink()  # it has digests of commands that name the environment's folder
    return target / "xiangqi" / ("xiangqi.exe" if sys.platform == "win32" else "xiangqi")


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", metavar="FOLDER", help="default: dist")
    try:
        program = build(parser.parse_args().to.resolve())
    except subprocess.CalledProcessError as error:
        print(f"the build failed: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file())
    print(f"{program}: {size / 1e6:.0f} MB with all that belongs to it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
