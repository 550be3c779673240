"""Lets the disk be full, or cuts the power, at each write of the player's data. Linux, root, strace.

`kept_things` lists the data: games, reviews, exercises, stars, records, settings and more. In the first series,
the Nth write and all later ones fail with "no space left on device"; in the second, the program is killed at
the Nth, and the power of its disk is cut. Nothing may be left half done: the state found must be the one before
or the one after; after a reported fault, the one before, unless only flushing has failed; without any fault,
the one after. Whatever failed must succeed when it is tried again.

    python -m tools.reliability.each_write
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from tools.reliability.cut_disk import copy_as_it_stands, make_disk, mounted
from tools.reliability.kept_things import DOINGS, Doing
from xiangqi.errors import XiangqiError

_FLUSHES: Final = ("fsync", "fdatasync")
_FAILING: Final = ("pwrite64", "write", "ftruncate", *_FLUSHES)
_KILLED: Final = (*_FAILING, "rename", "renameat", "renameat2", "unlink", "unlinkat")
"""System calls; strace counts each by itself."""

_DONE, _TOLD, _FAULTY = range(3)
"""The ends of a program: it has kept everything, reported a fault, or failed in another way."""

_PATIENCE_S: Final = 300.0
_MOST: Final = 400  # writes of one action
_SHOWN: Final = 5  # faults of one action


class Outcome(NamedTuple):
    """The result of a series."""

    name: str
    writes: int  # at which the disk was full or the power was cut
    faults: list[str]  # what was wrong


# ---- Programs that are disturbed ----


def _disturbed(act: Callable[[Path], None], folder: Path, injection: str) -> tuple[int | None, bool]:
    """Run an action in a child process while strace injects faults into its system calls.

    Returns:
        How the process ended, None if it was killed, and whether a fault was injected.
    """
    log = folder.with_name(f"{folder.name}.calls")
    begun, begin = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(begin)
        os.read(begun, 1)  # until strace is attached
        os._exit(_ending(act, folder))
    os.close(begun)
    command = ["strace", "-f", "-p", str(child), "-o", str(log), "-e", injection]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        os.close(begin)
        _, status = os.waitpid(child, 0)
        if "attached" not in said:
            raise OSError(f"strace: {said}{tracer.stderr.read()}")
        tracer.wait(_PATIENCE_S)
    ending = None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return ending, ending is None or "(INJECTED)" in log.read_text()


def _ending(act: Callable[[Path], None], folder: Path) -> int:
    try:
        act(folder)
    except XiangqiError:
        return _TOLD
    except BaseException:
        traceback.print_exc()
        return _FAULTY
    return _DONE


def _wanted(doing: Doing, folder: Path) -> tuple[object, object]:
    """Return the states before and after, found without injecting faults."""
    doing.prepare(folder)
    before = doing.state(folder)
    doing.act(folder)
    return before, doing.state(folder)


def fill(doing: Doing, folder: Path) -> Outcome:
    """For each system call that needs room, let each use of it and all later ones fail; return the result."""
    before, after = _wanted(doing, _new(folder, "whole"))
    faults: list[str] = []
    tried, more = 0, True
    for call, number in product(_FAILING, range(1, _MOST)):
        if number > 1 and not more:
            continue
        here = _new(folder, f"{call}-{number}")
        doing.prepare(here)
        ending, more = _disturbed(doing.act, here, f"inject={call}:error=ENOSPC:when={number}+")
        tried += more
        found = doing.state(here)
        right = (after,) if ending == _DONE else (before, after) if call in _FLUSHES else (before,)
        if ending not in (_DONE, _TOLD) or found not in right:
            faults.append(f"{call} {number}: ended by {ending}, left {found}")
        elif ending == _TOLD:
            doing.act(here)
            if doing.state(here) != after:
                faults.append(f"{call} {number}: a second try left {doing.state(here)}")
    return Outcome(doing.name, tried, faults)


def cut(doing: Doing, disk: Path, aside: Path) -> Outcome:
    """Cut the power at each use of each system call that changes the disk; return the result."""
    before, after = _wanted(doing, _new(aside, "whole"))
    faults: list[str] = []
    tried, more = 0, True
    for call, number in product(_KILLED, range(1, _MOST)):
        if number > 1 and not more:
            continue
        make_disk(disk)
        with mounted(disk, aside / "disk") as place:
            here = _new(place, "home")
            doing.prepare(here)
            os.sync()
            ending, more = _disturbed(doing.act, here, f"inject={call}:signal=KILL:when={number}")
            copy_as_it_stands(disk, aside / "copy.img")
        tried += more
        with mounted(aside / "copy.img", aside / "copy") as place:
            found = doing.state(place / "home")
        if found not in (before, after) or (ending is not None and found != after):
            faults.append(f"{call} {number}: ended by {ending}, left {found}")
    return Outcome(doing.name, tried, faults)


def _new(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made


def main() -> int:
    """Try each action, and report the results; return 1 if one was left half done, otherwise 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of a name in the report")
    wanted = parser.parse_args().only
    code = 0
    for doing in DOINGS:
        if wanted not in doing.name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            full = fill(doing, _new(Path(folder), "full"))
            torn = cut(doing, Path(folder) / "disk.img", _new(Path(folder), "cut"))
        print(f"{doing.name}: full at {full.writes} writes, cut at {torn.writes}", flush=True)
        faults = (*full.faults, *torn.faults)
        for fault in faults[:_SHOWN]:
            print(f"  {fault[:500]}", flush=True)
        if faults:
            code = 1
            print(f"  {len(faults)} in all", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
