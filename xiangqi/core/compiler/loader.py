"""Loads the kernel library built by `core.build`, without any compiler (`docs/build.md`)."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from xiangqi.core.compiler import Kernel
from xiangqi.disk import read_file
from xiangqi.errors import KernelError
from xiangqi.launch import NO_WINDOW, own_command

INDEX: Final = "index.json"
PACKAGE: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = PACKAGE / "kernels"
"""The folder of the program's own library."""

_LARGEST_INDEX: Final = 4 << 20  # bytes
_LARGEST_LIBRARY: Final = 256 << 20
_DAMAGE: Final = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""The exceptions that a damaged index or library raises."""

_METH_FASTCALL: Final = 0x0080
_LETTERS: Final = {"int64": "q", "uint8": "B", "void": "v"}
"""Python's format letters for the items of a buffer."""


class _Kernel(ctypes.Structure):
    """A kernel as described by `call_wrapper.c`, following Python's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("documentation", ctypes.c_char_p),
        ("code", ctypes.c_void_p),
        ("kinds", ctypes.c_char_p),
        ("count", ctypes.c_int),
    )


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.argtypes = [ctypes.POINTER(_Kernel), ctypes.py_object, ctypes.py_object]
_new_function.restype = ctypes.py_object


class KernelLibrary:
    """A kernel library loaded into this process, which is never unloaded.

    Attributes:
        signatures: the signatures of all kernels by name, ``module.function``.
        functions: the kernels by name, callable from Python. They take integers and contiguous, writable arrays
            of their item type, and raise TypeError or ValueError for anything else.
        level: the processor level it requires, such as 3 for x86-64-v3; 1 for any processor.
        fault: why the library that suits the processor better was not loaded, "" if this one suits it best.
    """

    def __init__(self, folder: Path = FOLDER, package: Path = PACKAGE) -> None:
        """Load the library in a folder that suits the processor best.

        Args:
            folder: the folder with an index and the libraries that it names.
            package: the folder of the sources that the index names.

        Raises:
            KernelError: there is none, or it is damaged, for another system, or built from other sources.
        """
        try:
            index = json.loads(read_file(folder / INDEX, _LARGEST_INDEX))
            if digest_of(package, index["sources"]) not in (None, index["digest"]):
                raise KernelError("the kernels have changed since they were built")
            self.level, self._code, self.fault = _best(folder, index["libraries"])
            self._connect(index["python"])
            self.signatures: dict[str, str] = index["signatures"]
            self._kernels = {name: self._kernel(name) for name in self.signatures}
        except FileNotFoundError:
            raise KernelError("the kernels have not been built") from None
        except _DAMAGE as error:
            raise KernelError(f"the built kernels cannot be loaded ({error})") from None
        self.functions: dict[str, Kernel] = {
            name: _new_function(kernel, ctypes.addressof(kernel), name.rpartition(".")[0])
            for name, kernel in self._kernels.items()
        }

    def _connect(self, functions: Iterable[str]) -> None:
        """Pass the library the addresses of Python's functions, and the exception for kernels that fail."""
        values = {name: _address(getattr(ctypes.pythonapi, name)) for name in functions}
        for name, value in {**values, "failure": id(ArithmeticError)}.items():
            ctypes.c_void_p.in_dll(self._code, f"xiangqi_{name}").value = value

    def _kernel(self, name: str) -> _Kernel:
        own = name.rpartition(".")[2].encode()
        result, *arguments = (
            f"{_LETTERS[item]}{shape.count(',') + bool(shape)}"
            for item, shape in re.findall(r"(\w+)(\[[^]]*\])?", self.signatures[name])
        )
        call, kinds = _address(self._code.xiangqi_call), "".join([*arguments, result]).encode()
        return _Kernel(own, call, _METH_FASTCALL, None, self.address(name), kinds, len(arguments))

    def address(self, name: str) -> int:
        """Return the address of a kernel's entry function, which takes its arguments from memory."""
        return _address(self._code[name])


def build_elsewhere(*words: str) -> str:
    """Build the kernels in a separate process; return why that failed, or "".

    Args:
        words: the folder and the system to build for; by default the program's own folder, for this system.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        own_command("build-kernels", *words),
        env=kept | {"PYTHONHASHSEED": "0", "LC_ALL": "C"},  # for equal libraries from equal sources
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        creationflags=NO_WINDOW,
    )
    return done.stderr.strip().removeprefix("xiangqi: ") if done.returncode else ""


def digest_of(package: Path, sources: Iterable[str]) -> str | None:
    """Return a hash of the source files, or None if there are none, as in an installation without sources."""
    texts = {name: (package / name).read_bytes() for name in sources if (package / name).is_file()}
    digest = hashlib.sha256()
    for name, text in texts.items():
        digest.update(f"{name}\0{len(text)}\0".encode() + text)
    return digest.hexdigest() if texts else None


def _best(folder: Path, entries: list[dict[str, Any]]) -> tuple[int, ctypes.CDLL, str]:
    """Return the best library for this processor with its level, and why none of a higher level was loaded.

    The first entry supports any processor; it is used if a better one is damaged or missing.
    """
    plain = _opened(folder, entries[0])
    level: int = plain.xiangqi_level()
    best = max((entry for entry in entries if entry["level"] <= level), key=lambda entry: int(entry["level"]))
    if best is entries[0]:
        return best["level"], plain, ""
    try:
        return best["level"], _opened(folder, best), ""
    except (KernelError, *_DAMAGE) as error:
        return entries[0]["level"], plain, str(error)


def _opened(folder: Path, entry: dict[str, Any]) -> ctypes.CDLL:
    path = folder / entry["file"]
    if hashlib.sha256(read_file(path, _LARGEST_LIBRARY)).hexdigest() != entry["sha256"]:
        raise KernelError(f"{entry['file']} is damaged")
    return ctypes.CDLL(str(path))


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0
