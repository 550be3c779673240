"""Fuzzes every reader, and everything else that takes bytes from outside: only documented errors may be raised.

    python -m tools.fuzz                         each target for 10 seconds
    python -m tools.fuzz xqf pgn --seconds 600   two of them, ten minutes each
    python -m tools.fuzz --executions 500        bounded by inputs: the same run everywhere
    python -m tools.fuzz pgn --input FILE        one input again, with the traceback

Inputs are made from the samples in tests/data/fuzz, and from those in the folder that XIANGQI_TEST_DATA
names. An input that reaches new code becomes a sample. An input fails if the target raises anything but the
documented error, if a game that was read cannot be played or changes by being written and read, or if it takes
more than 10 seconds or 250 MiB. The target "telling" damages sound files: it is a failure if anything is lost
without a fault. Failing inputs are minimised and saved; they belong in tests/data/fuzz once the fault is fixed.
The exit code is 1 if an input failed. Linux only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.fuzzing import guard
from tools.fuzzing.coverage import Coverage
from tools.fuzzing.mutation import Mutator, minimised

if TYPE_CHECKING:
    from tools.fuzzing.target import Target

SAMPLES: Final = Path(__file__).resolve().parent.parent / "tests" / "data" / "fuzz"
_MEMORY: Final = Path("/dev/shm")  # a folder that is in memory
_LONGEST_SAMPLE: Final = 48 << 10
_MOST_FOREIGN: Final = 60
_FEW_KINDS: Final = 20  # of failures of one target, after which it is given up


@dataclass
class Session:
    """Fuzzes one target.

    Attributes:
        target: the target.
        executions: the number of inputs tried.
        seconds: the time elapsed.
        failures: kind of failure -> shortest input.
    """

    target: Target
    coverage: Coverage
    chance: random.Random
    save: Path
    executions: int = 0
    seconds: float = 0.0
    branches: int = 0
    corpus: list[bytes] = field(default_factory=list)
    failures: dict[str, bytes] = field(default_factory=dict)

    def run(self, most_seconds: float, most_executions: int | None, keep: Path | None) -> None:
        """Try the samples, then inputs made from them, until the limit or _FEW_KINDS of failures is reached.

        Inputs that reach new code are saved in `keep`, failing ones in `save`.

        Args:
            most_seconds: the time limit, used if `most_executions` is None.
            most_executions: the number of inputs at which to stop instead.
            keep: the folder for inputs that reach new code, or None.
        """
        begun = time.monotonic()
        target = self.target
        guard.limit_memory(False)
        samples = self._samples(keep)  # which may take more memory to be made than any input
        guard.limit_memory(not target.engine)
        self.coverage.forget()
        mutator = Mutator(self.chance, target.tokens, target.fields, target.longest, target.is_json)
        for data in self._inputs(mutator, samples):
            news = self._try(data)
            if news and data not in self.corpus:
                self.corpus.append(data)
                if keep is not None:
                    _store(keep / self.target.name, data, "new")
            self.seconds = time.monotonic() - begun
            enough = (
                self.seconds > most_seconds if most_executions is None else self.executions >= most_executions
            )
            if enough or len(self.failures) >= _FEW_KINDS:
                break

    def _samples(self, keep: Path | None) -> list[bytes]:
        folders = [SAMPLES] if keep is None else [SAMPLES, keep]
        names = self.target.folders or (self.target.name,)
        samples = [data for folder in folders for name in names for data in _files(folder / name)]
        return [*samples, *self.target.made(), *_foreign_samples(self.target)]

    def _inputs(self, mutator: Mutator, samples: list[bytes]) -> Iterator[bytes]:
        self.corpus = samples or [b"\0"]
        yield from samples
        while True:
            one, other = self.chance.choice(self.corpus), self.chance.choice(self.corpus)
            base = min(one, other, key=len) if self.chance.random() < 0.5 else one
            yield mutator.mutate(base, other)

    def _try(self, data: bytes) -> bool:
        """Run an input; return whether it reached new code without a failure."""
        self.executions += 1
        failure = guard.run(self.target.run, data)
        before, self.branches = self.branches, self.coverage.count()
        if failure is not None and failure.kind not in self.failures:
            self.failures[failure.kind] = data
            print(f"{self.target.name}: {failure.kind}\n{failure.report}", flush=True)
            self._minimise(failure.kind)
        return self.branches > before and failure is None

    def _minimise(self, kind: str) -> None:
        def fails(data: bytes) -> bool:
            again = guard.run(self.target.run, data)
            return again is not None and again.kind == kind

        data = self.failures[kind]
        slow = kind.startswith(guard.OutOfTimeError.__name__)
        self.failures[kind] = minimised(data, fails, most_tries=12 if slow else 2000)
        path = _store(self.save / self.target.name, self.failures[kind], "found")
        print(f"saved as {path}", flush=True)


def _files(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.is_dir() else []


def _foreign_samples(target: Target) -> list[bytes]:
    """Return the shortest files in the folder of XIANGQI_TEST_DATA that the target accepts."""
    folder = os.environ.get("XIANGQI_TEST_DATA")
    paths = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()] if folder else []
    found = [path.read_bytes() for path in paths if path.stat().st_size <= _LONGEST_SAMPLE]
    return sorted(filter(target.accepts, found), key=len)[:_MOST_FOREIGN]


def _store(folder: Path, data: bytes, what: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{what}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def _print_row(name: str, *columns: object) -> None:
    print(f"{name:14}" + "".join(f"{column:>10}" for column in columns), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="by default all of them")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each target")
    parser.add_argument("--executions", type=int, help="inputs for each target, in place of a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"), help="folder for what fails")
    parser.add_argument("--corpus", type=Path, help="folder that keeps what led somewhere new for later runs")
    parser.add_argument("--input", type=Path, help="run one file and nothing else")
    return parser.parse_args()


def _known(wanted: Sequence[str]) -> Mapping[str, Target]:
    """Return the targets by name, leaving out those that need most of the program unless one is wanted.

    Modules must be imported after their rewriting has been set up.
    """
    from tools.fuzzing.targets import TARGETS

    if wanted and set(wanted) <= set(TARGETS):
        return TARGETS
    from tools.fuzzing.more_targets import MORE

    return {**TARGETS, **MORE}


def main() -> int:
    """Run the command and return its exit code."""
    options = _options()
    coverage = Coverage()
    targets = _known(options.targets)
    unknown = sorted(set(options.targets) - set(targets))
    if unknown:
        print(f"no target {', '.join(unknown)}; there are {', '.join(targets)}", file=sys.stderr)
        return 2
    guard.watch_time()
    if _MEMORY.is_dir():  # what is kept for a moment need not be flushed to a disk
        tempfile.tempdir = str(_MEMORY)
    failed = False
    print(
        f"{'target':14} {'inputs':>8} {'a second':>9} {'branches':>9} {'samples':>8} {'failures':>9}",
        flush=True,
    )
    for name in options.targets or targets:
        target = targets[name]
        if options.input is not None:
            failure = guard.run(target.run, options.input.read_bytes())
            print(f"{name}: {failure.report if failure else 'nothing is wrong'}")
            failed |= failure is not None
            continue
        session = Session(target, coverage, random.Random(f"{options.seed} {name}"), options.save)
        session.run(options.seconds, options.executions, options.corpus)
        rate = round(session.executions / max(session.seconds, 1e-9))
        _print_row(name, session.executions, rate, session.branches, len(session.corpus), len(session.failures))
        failed |= bool(session.failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
