"""A small disk whose power can be cut: an ext4 file system in a file, behind a loop device. Linux, as root.

What a program writes lies in the cache of the mounted file system until that, or an fsync, sends it to the
device. The loop device carries out what it is sent on the file; so the file has what a disk would have at that
moment, no more: what is dirty in the cache of the mounted system is not in it. That the file itself is read
through the cache of the system on which it lies does no harm, for all that is in it has passed the device.

A copy counts only if it is one moment of the device: the system writes by itself, too. It is compared with the
file, read once more, and made anew until both are the same: then it is the file between the two readings.

This disk keeps whatever has been sent to it, in order. One with a memory of its own may lose what no flush has
followed, and one that reports flushes which it has not made may lose anything: neither is tried.
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
"""ext4 would flush a file that replaces another by itself; other file systems do not."""


def make_disk(image: Path) -> None:
    """An empty disk."""
    image.unlink(missing_ok=True)
    with image.open("wb") as file:
        file.truncate(_SIZE)
    _run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(image))


@contextlib.contextmanager
def mounted(image: Path, place: Path) -> Iterator[Path]:
    """Yield a disk in use; as a disk does after a power cut, it goes by its journal first."""
    place.mkdir(exist_ok=True)
    _run(*_MOUNT, str(image), str(place))
    try:
        yield place
    finally:
        _run("umount", "--lazy", str(place))


def copy_as_it_stands(image: Path, copy: Path) -> None:
    """Copy a disk as its device has it at one moment.

    It is a new file: where an earlier one is still in use the system would mount that once more.
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
