"""Makes the files of a release and checks them.

    python -m tools.release                             all of them, in the folder dist
    python -m tools.release --only linux-x86_64 sdist   some of them

The parts are wheels by the names of systems, `sdist`, `linux` (a portable folder and a Debian package) and
`native` (a wheel for this system with the kernels that the checkout has). `REPORT.md` says which of them were
run and which were only linked; `SHA256SUMS` has their checksums. Needs the extra `release`; the exit code is 1
if something is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from tools.build_standalone import build as build_program
from tools.release import distributions, linux_packages, replaying, trying
from tools.release.distributions import ReleaseError
from tools.release.steady import ROOT
from xiangqi.core.build.builder import TARGETS, this_system

_USUAL: Final = ("sdist", *TARGETS, "linux")
_PARTS: Final = (*_USUAL, "native")


class Release:
    """The files of a release in their folder, with the results for each.

    Attributes:
        failed: parts that could not be made or are wrong, with the reasons.
    """

    def __init__(self, folder: Path, arm64: Path | None) -> None:
        """Create a release without files; `arm64` is the folder of an arm64 Debian, if there is one."""
        self._folder, self._arm64 = folder, arm64
        self._found: dict[str, list[str]] = {}
        self.failed: dict[str, str] = {}

    def make(self, part: str) -> None:
        """Make a part, and print the result; a ReleaseError is stored in `failed`."""
        begun = time.monotonic()
        try:
            if part in TARGETS:
                self.wheel(part)
            else:
                {"sdist": self.sdist, "native": self.native, "linux": self.linux}[part]()
            print(f"{part}: done ({time.monotonic() - begun:.0f} s)", flush=True)
        except ReleaseError as error:
            self.failed[part] = str(error)
            print(f"{part}: FAILED: {error}", file=sys.stderr, flush=True)

    def sdist(self) -> None:
        """Make the source archive."""
        self._twice(lambda target: distributions.build("sdist", target))

    def native(self) -> None:
        """Make a wheel with the kernels of the checkout, and run it."""
        wheel = self._twice(lambda target: distributions.build("wheel", target))
        self._note(wheel, distributions.check_libraries(wheel), trying.try_wheel(wheel))

    def wheel(self, system: str) -> None:
        """Make a wheel; run it or its kernels if possible."""
        wheel = self._twice(lambda target: distributions.build("wheel", target, system))
        self._note(wheel, distributions.check_libraries(wheel))
        emulator = replaying.EMULATORS.get(system)
        if system == this_system():
            self._note(wheel, trying.try_wheel(wheel))
        elif emulator is None:
            self._note(wheel, "only linked, not run: there is no emulator")
        elif not emulator.is_there():
            self._note(wheel, f"only linked, not run: skipped, since {emulator.package} is not installed")
        else:
            self._note(wheel, replaying.try_emulated(wheel, emulator))
        if system == "linux-aarch64" and self._arm64:
            self._note(wheel, f"in {trying.EMULATOR}: {trying.try_on_arm64(wheel, self._arm64)}")

    def linux(self) -> None:
        """Make the portable folder and the Debian package of a program with its own Python, and run it.

        Raises:
            ReleaseError: the program cannot be built or does not run.
        """
        made = [self._folder / name for name in self._found if "-manylinux" in name and "x86_64" in name]
        package = made[0] if made else ROOT
        with tempfile.TemporaryDirectory(prefix="xiangqi-release-") as name:
            targets = [Path(name, which) for which in ("first", "second")]
            try:
                programs = _both(*(partial(build_program, target, package) for target in targets))
            except subprocess.CalledProcessError as error:
                raise ReleaseError(f"the program with its own Python: {error}") from None
            tried = trying.try_program(programs[0])
            for pack in (linux_packages.portable, linux_packages.debian):
                self._note(self._twice(*(partial(pack, program.parent) for program in programs)), tried)

    def _twice(self, make: Callable[[Path], Path], again: Callable[[Path], Path] | None = None) -> Path:
        """Make a file twice, in the same or different ways, and check that both are equal; return its path.

        Raises:
            ReleaseError: the two files differ.
        """
        with tempfile.TemporaryDirectory(dir=self._folder) as other:
            made, copy = _both(partial(make, self._folder), partial(again or make, Path(other)))
            if _digest(copy) != _digest(made):
                raise ReleaseError(f"{made.name} is not the same when it is made again")
        self._note(made, "made twice, equal byte for byte")
        return made

    def _note(self, made: Path, *found: str) -> None:
        self._found.setdefault(made.name, []).extend(found)

    def conclude(self) -> None:
        """Write the report and the checksums."""
        rows = [
            f"| `{name}` | {_size(self._folder / name)} | {'; '.join(found)} |"
            for name, found in sorted(self._found.items())
        ]
        failures = [f"**{part} has failed:** {' '.join(text.split())}\n" for part, text in self.failed.items()]
        text = "\n".join(
            ["# Files of this release", "", *failures, "| file | size | checks |", "|---|---|---|", *rows, ""]
        )
        (self._folder / "REPORT.md").write_text(text, encoding="utf-8")
        sums = [f"{_digest(self._folder / name)}  {name}\n" for name in sorted(self._found)]
        (self._folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def _both(*makers: Callable[[], Path]) -> list[Path]:
    """Return the results of two functions that run at the same time."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda make: make(), makers))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1e6:.1f} MB"


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER", help="default: dist")
    parser.add_argument(
        "--only", nargs="+", choices=_PARTS, default=_USUAL, metavar="PART", help=", ".join(_PARTS)
    )
    parser.add_argument(
        "--arm64", type=Path, metavar="FOLDER", help="an arm64 Debian with Python, to be emulated"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count(),
        metavar="N",
        help="parts made at the same time; default: cores",
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    release = Release(options.out.resolve(), options.arm64)
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(release.make, [part for part in options.only if part != "linux"]))
    if "linux" in options.only:  # from the wheel that has been made
        release.make("linux")
    release.conclude()
    return int(bool(release.failed))


if __name__ == "__main__":
    sys.exit(main())
