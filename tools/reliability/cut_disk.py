"""A small disk whose power can be cut: an ext4 file system in a file, behind a loop device. Linux, as root.

Data that a program writes stay in the cache of the mounted file system until it, or an fsync, sends them to
the device. The loop device writes what it receives to the file, so the file holds exactly what a disk would
hold at that moment; dirty pages in the cache of the mounted system are not in it. The file itself is read
through the cache of the underlying system, which does no harm, because everything in it has passed the
device.

A copy is valid only if it shows the device at one moment, but the system also writes on its own. The copy is
therefore compared with a second reading of the file, and repeated until both agree: then it shows the file
between the two readings.

This disk keeps everything sent to it, in order. A disk with a write cache may lose data that no flush has
followed, and one that reports flushes without making them may lose anything; neither is tested.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_SIZE: Final = 64 << 20
_PIECE: Final = 1 << 20
_MOUNT: Final = ("mount", "-o", "loop,noauto_da_alloc")
"""Without the option, ext4 flushes a file that replaces another; other file systems do not."""


def make_disk(image: Path) -> None:
    """Create an empty disk."""
    image.unlink(missing_ok=True)
    with image.open("wb") as file:
        file.truncate(_SIZE)
    _run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(image))


@contextlib.contextmanager
def mounted(image: Path, place: Path) -> Iterator[Path]:
    """Mount a disk and yield its folder; its journal is replayed first, as after a power cut."""
    place.mkdir(exist_ok=True)
    _run(*_MOUNT, str(image), str(place))
    try:
        yield place
    finally:
        _run("umount", "--lazy", str(place))


def copy_as_it_stands(image: Path, copy: Path) -> None:
    """Copy a disk as its device has it at one moment.

    The copy is a new file: if an earlier one were still in use, the system would mount that one again.
    """
    copy.unlink(missing_ok=True)
    while True:
        shutil.copyfile(image, copy)
        if _are_same(image, copy):
            return


def _are_same(first: Path, second: Path) -> bool:
    with first.open("rb") as one, second.open("rb") as other:
        return all(piece == other.read(_PIECE) for piece in iter(lambda: one.read(_PIECE), b""))


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(done.returncode, f"{' '.join(command)}: {done.stderr.strip()}")
