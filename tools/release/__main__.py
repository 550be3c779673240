"""Makes the files of a release and checks them.

    python -m tools.release                        all that can be made on Linux, in the folder dist
    python -m tools.release --only native sdist    parts of it
    python -m tools.release --only linux --program FOLDER    from a program of `tools.build_standalone`

The parts are `native` (a wheel for this system with the kernels that the checkout has), wheels by the names
of systems, `sdist`, and `linux` (a Debian package and a portable folder). `REPORT.md` says what of them was run
and what was only linked, `SHA256SUMS` what they are. Needs the extra `release`; exit code 1 when something is
wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.build_standalone import build as build_program
from tools.release import distributions, linux_packages, trying
from tools.release.distributions import ReleaseError
from xiangqi.core.build.builder import TARGETS, this_system

_PARTS: Final = ("sdist", "native", *TARGETS, "linux")
_USUAL: Final = ("sdist", *TARGETS, "linux")


class Release:
    """The files of a release in their folder, and what was found about each."""

    def __init__(self, folder: Path, arm64: Path | None) -> None:
        """Begin with no files; `arm64` is the folder of a Debian for such processors, if there is one."""
        self._folder, self._arm64 = folder, arm64
        self._found: dict[str, str] = {}

    def sdist(self) -> None:
        """Make the source archive, twice."""
        self._twice(lambda target: distributions.build("sdist", target))

    def wheel(self, system: str) -> None:
        """Make a wheel; run it where that is possible, for this system."""
        wheel = distributions.build("wheel", self._folder, system)
        imports = distributions.check_libraries(wheel)
        tried = "only linked, not run"
        if system == this_system():
            tried = trying.try_wheel(wheel)
        elif system == "linux-aarch64" and self._arm64:
            tried = trying.try_on_arm64(wheel, self._arm64) + " (emulated)"
        self._found[wheel.name] = f"{tried}; imports {imports}"

    def native(self) -> None:
        """Make a wheel of the kernels that the checkout has, twice, and run it."""
        self._twice(lambda target: distributions.build("wheel", target))
        (wheel,) = (name for name in self._found if name.endswith(".whl"))
        imports = distributions.check_libraries(self._folder / wheel)
        self._found[wheel] += f"; {trying.try_wheel(self._folder / wheel)}; imports {imports}"

    def linux(self, program: Path | None) -> None:
        """Make package and portable folder of a program, which is built first unless it is there."""
        with tempfile.TemporaryDirectory(prefix="xiangqi-release-") as name:
            folder = program or build_program(Path(name, "program")).parent
            tried = trying.try_program(folder / "xiangqi")
            archive = linux_packages.portable(folder, self._folder)
            self._found[archive.name] = tried
            copies = iter((Path(name, "first"), Path(name, "second")))
            self._twice(lambda target: linux_packages.debian(folder, target, next(copies)))

    def _twice(self, make: Callable[[Path], Path]) -> None:
        """Make a file twice and see that both are equal.

        Raises:
            ReleaseError: they differ.
        """
        made = make(self._folder)
        with tempfile.TemporaryDirectory(dir=self._folder) as other:
            if _digest(make(Path(other))) != _digest(made):
                raise ReleaseError(f"{made.name} is not the same when it is made again")
        self._found[made.name] = "made twice, equal byte for byte"

    def conclude(self) -> None:
        """Write the report and the checksums."""
        rows = [
            f"| `{name}` | {_size(self._folder / name)} | {text} |"
            for name, text in sorted(self._found.items())
        ]
        text = "\n".join(
            ["# Files of this release", "", "| file | size | checks |", "|---|---|---|", *rows, ""]
        )
        (self._folder / "REPORT.md").write_text(text, encoding="utf-8")
        sums = [f"{_digest(self._folder / name)}  {name}\n" for name in sorted(self._found)]
        (self._folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1e6:.1f} MB"


def main() -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--out", type=Path, default=distributions.ROOT / "dist", metavar="FOLDER", help="default: dist"
    )
    parser.add_argument(
        "--only", nargs="+", choices=_PARTS, default=_USUAL, metavar="PART", help=", ".join(_PARTS)
    )
    parser.add_argument("--program", type=Path, metavar="FOLDER", help="a program that is there already")
    parser.add_argument(
        "--arm64", type=Path, metavar="FOLDER", help="an arm64 Debian with Python, to be emulated"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    release, code = Release(options.out.resolve(), options.arm64), 0
    for part in options.only:
        begun = time.monotonic()
        try:
            if part in TARGETS:
                release.wheel(part)
            elif part == "linux":
                release.linux(options.program)
            else:
                {"sdist": release.sdist, "native": release.native}[part]()
            print(f"{part}: done ({time.monotonic() - begun:.0f} s)", flush=True)
        except ReleaseError as error:
            code = 1
            print(f"{part}: FAILED: {error}", file=sys.stderr, flush=True)
    release.conclude()
    return code


if __name__ == "__main__":
    sys.exit(main())
