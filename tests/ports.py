"""What a program and all that it has started have open towards the network, as Linux tells it."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

LISTENS: Final = "0A"
_TABLES: Final = tuple(Path("/proc/net", name) for name in ("tcp", "tcp6", "udp", "udp6"))

IS_TOLD: Final = _TABLES[0].exists()
"""Whether this system tells who has what open."""


class OpenPort(NamedTuple):
    """A socket of a family of processes."""

    owner: int  # its process
    kind: str  # "tcp", "udp6" …
    address: str  # as the kernel writes it, without the port
    state: str  # as the kernel writes it; LISTENS of one that waits for others


def family(begin: int) -> list[int]:
    """Return a process and all that it has started, those of those included."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(pid): int(parent) for pid, parent in map(str.split, listed.splitlines())}
    found = [begin]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def ports(begin: int) -> set[OpenPort]:
    """Return all sockets of the internet's protocols that a process and its family have open."""
    owners = {}
    for pid in family(begin):
        with contextlib.suppress(OSError):
            for link in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    owners[str(link.readlink())] = pid
    found = set()
    for table in _TABLES:
        with contextlib.suppress(OSError):
            for line in table.read_text(encoding="ascii").splitlines()[1:]:
                words = line.split()
                owner = owners.get(f"socket:[{words[9]}]")
                if owner is not None:
                    found.add(OpenPort(owner, table.name, words[1].partition(":")[0], words[3]))
    return found
