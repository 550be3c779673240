"""Missing system libraries, and the Debian and Ubuntu packages that provide them."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import Final

_NOT_FOUND: Final = re.compile(r"(?<![\w/])(lib[\w.+-]+\.so[.\d]*): cannot open shared object file")
"""The message of the Linux loader, and Python's message after it."""

_NAMED_OTHERWISE: Final = {
    "libz.so.1": "zlib1g",
    "libcrypto.so.3": "libssl3",
    "libglib-2.0.so.0": "libglib2.0-0",
}


def lacking_library(error: ImportError) -> str | None:
    """Return the system library whose absence made an import fail, or None if it failed for another reason."""
    found = _NOT_FOUND.search(str(error))
    return found[1] if found else None


def can_be_loaded(library: str) -> bool:
    """Return whether the system has a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def package_of(library: str) -> str:
    """Return the package that provides a library, by Debian's naming rule: ``libXi.so.6`` is in libxi6."""
    name, _, version = library.partition(".so.")
    hyphen = "-" if name[-1].isdigit() and version else ""
    return _NAMED_OTHERWISE.get(
        library, f"{name.removesuffix('.so')}{hyphen}{version}".lower().replace("_", "-")
    )


def with_packages(libraries: Sequence[str]) -> dict[str, str]:
    """Return the arguments of the message ``cli.no_library_of_system``: libraries and their packages."""
    packages = dict.fromkeys(map(package_of, libraries))
    return {"libraries": ", ".join(libraries), "packages": " ".join(packages)}
