"""Builds the wheel and the sdist, installs them in empty environments, and plays.

    python -m tools.try_install                              every Python from 3.10 that is found
    python -m tools.try_install --python 3.10 --python 3.13
    python -m tools.try_install --quick                      without the game

For each Python there are two environments: the sdist with the newest versions of all requirements, and the
wheel with the oldest that pyproject.toml allows and that have wheels for that Python. In each the installed
program says its version, counts positions, draws a film, prints a game, and plays two moves against its engine
in the terminal, from a folder of its own. Then it is uninstalled, and nothing of it may be left in the
environment. Needs `uv` (`pip install uv`), which finds the Pythons, and the network. The exit code is 1 if
something failed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PYTHONS: Final = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.15")
GAME: Final = "h2e2\nb0c2\nmoves\nquit\n"
PATIENCE_S: Final = 1800.0


class TrialError(Exception):
    """A step has failed; the message has its output."""


@dataclass(frozen=True)
class Trial:
    """An environment in which an installation is tried.

    Attributes:
        python: version, as `uv` understands it.
        oldest: whether to use the oldest allowed requirements instead of the newest.
        package: the wheel or the sdist.
        folder: the folder for the environment and everything that the program writes.
    """

    python: str
    oldest: bool
    package: Path
    folder: Path

    @property
    def home(self) -> Path:
        """The program's own folder."""
        return self.folder / "home"

    def run(self, *words: str | Path, text: str = "") -> str:
        """Return what a program prints; it runs in the trial's folder and cannot see the checkout.

        Raises:
            TrialError: its exit code is not 0.
        """
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "NUMBA", "XIANGQI"))
        }
        environment = kept | {
            "XIANGQI_HOME": str(self.home),
            "VIRTUAL_ENV": str(self.folder / "venv"),
            "SDL_VIDEODRIVER": "dummy",
        }
        done = subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env=environment,
            input=text,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode:
            raise TrialError(f"{' '.join(map(str, words))}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def go(self, quick: bool) -> str:
        """Install, use and uninstall; return the versions that were installed.

        Raises:
            TrialError: a step or a check failed.
        """
        self.folder.mkdir()
        how = ("--resolution", "lowest", "--only-binary", ":all:") if self.oldest else ()
        self.run("uv", "venv", "--quiet", "--python", self.python, self.folder / "venv")
        self.run("uv", "pip", "install", "--quiet", *how, self.package)
        program = self.folder / "venv" / "bin" / "xiangqi"
        self.run(program, "--version")
        _must(not list((self.folder / "venv").rglob("numba")), "Numba is installed")
        count = self.run(program, "perft", "3").split()
        _must("79666" in "".join(count).replace(",", ""), f"perft 3 says {count}")
        (self.folder / "game.pgn").write_text("1. 炮二平五 马８进７ 2. 马二进三 *", encoding="utf-8")
        self.run(program, "film", "game.pgn", "game.gif")
        _must((self.folder / "game.gif").read_bytes()[:4] == b"GIF8", "no film")
        self.run(program, "print", "game.pgn", "-o", "game.pdf")
        _must((self.folder / "game.pdf").read_bytes()[:5] == b"%PDF-", "no document")
        if not quick:
            said = self.run(program, "play", "--text", "--side", "red", "--level", "1", text=GAME)
            _must("4." in said or "2…" in said, f"no game: {said}")
        installed = self.run("uv", "pip", "list", "--format", "freeze").split()
        self.run("uv", "pip", "uninstall", "--quiet", "xiangqi-game")
        left = list((self.folder / "venv").rglob("*xiangqi*"))
        _must(not left, f"left behind: {left}")
        wanted = ("numpy", "pygame", "pillow", "backports")
        return " ".join(line for line in installed if line.startswith(wanted))


def _must(holds: bool, complaint: str) -> None:
    if not holds:
        raise TrialError(complaint)


def build(folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the sdist.

    Raises:
        TrialError: a build failed.
    """
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    _must(done.returncode == 0, done.stderr)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def found_pythons(wanted: list[str]) -> Iterator[str]:
    """Yield those of the wanted versions, or of PYTHONS, that are installed."""
    for version in wanted or PYTHONS:
        command = ["uv", "python", "find", "--no-python-downloads", version]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            yield version
        else:
            print(f"Python {version} is not here", flush=True)


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], help="a version; by default all from 3.10")
    parser.add_argument("--quick", action="store_true", help="without the game")
    options = parser.parse_args()
    if shutil.which("uv") is None:
        print("uv is needed: pip install uv", file=sys.stderr)
        return 2
    failed = 0
    with tempfile.TemporaryDirectory(prefix="xiangqi-install-") as name:
        folder = Path(name)
        wheel, sdist = build(folder / "dist")
        for python in found_pythons(options.python):
            for oldest, package in ((False, sdist), (True, wheel)):
                what = f"Python {python}, {package.suffix[1:]}, {'oldest' if oldest else 'newest'}"
                begun = time.monotonic()
                trial = Trial(python, oldest, package, folder / f"{python}-{oldest}")
                try:
                    print(f"{what}: {trial.go(options.quick)} ({time.monotonic() - begun:.0f} s)", flush=True)
                except TrialError as error:
                    failed += 1
                    print(f"{what}: FAILED: {error}", flush=True)
                shutil.rmtree(trial.folder, ignore_errors=True)
    print(f"failed: {failed}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
