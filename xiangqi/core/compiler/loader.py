"""Loads the library of kernels, which was built beforehand (`core.foundry`), without any compiler.

A kernel is reached through a *gate*, a function of the library that takes arguments from Python, lets go of the
interpreter lock and calls the kernel; there is one for every signature. `docs/build.md` describes the folder.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from xiangqi.errors import KernelError

ABI: Final = 1
"""Raised whenever a library is laid out otherwise than before."""

INDEX: Final = "index.json"
PACKAGE: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = PACKAGE / "kernels"
"""Where the program's own library is."""

FAILURE: Final = "xiangqi_failure"
"""The variable of a library that holds the exception class of a kernel that fails."""

NOTHING: Final = "xiangqi_nothing"
"""The variable of a library that holds None, the result of a kernel without one."""

_METH_FASTCALL: Final = 0x0080


class _MethodDef(ctypes.Structure):
    """PyMethodDef of Python's C interface."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.argtypes = [ctypes.POINTER(_MethodDef), ctypes.py_object, ctypes.py_object]
_new_function.restype = ctypes.py_object


class KernelLibrary:
    """A library of kernels in this process's memory, where it stays.

    Attributes:
        signatures: of all kernels by their names, ``module.function``.
        level: what the processor has to be able to do, the third of x86-64 or 1 for any.
    """

    def __init__(self, folder: Path = FOLDER, package: Path = PACKAGE) -> None:
        """Load the one of a folder that suits the processor best.

        Args:
            folder: with an index and the libraries that it names.
            package: where the sources lie that the index names.

        Raises:
            KernelError: there is none, it is damaged, for another system, or made of other sources.
        """
        try:
            index = json.loads((folder / INDEX).read_bytes())
            if index["abi"] != ABI or digest_of(package, index["sources"]) not in (None, index["digest"]):
                raise KernelError("the kernels have changed since they were built")
            self.level, self._code = _best(folder, index["libraries"])
            self.signatures: dict[str, str] = index["signatures"]
            self._gates: dict[str, str] = index["gates"]
            self._fill(index["python"])
        except FileNotFoundError:
            raise KernelError("the kernels have not been built") from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise KernelError(f"the built kernels cannot be loaded ({error})") from None
        self._definitions: list[_MethodDef] = []

    def _fill(self, functions: Iterable[str]) -> None:
        """Tell the library where Python's functions are, and what else it has to know of this process."""
        values = {f"xiangqi_{name}": _address(getattr(ctypes.pythonapi, name)) for name in functions}
        for name, value in (values | {FAILURE: id(ArithmeticError), NOTHING: id(None)}).items():
            ctypes.c_void_p.in_dll(self._code, name).value = value  # the two objects never go away

    def address(self, name: str) -> int:
        """Where the machine code of a kernel begins."""
        return _address(self._code[name])

    def function(self, name: str) -> Callable[..., Any]:
        """A kernel for Python to call.

        It takes integers and contiguous, writable arrays of its items, and raises a TypeError or a ValueError
        for anything else.
        """
        module, _, own = name.rpartition(".")
        gate = self.address(self._gates[self.signatures[name]])
        definition = _MethodDef(own.encode(), gate, _METH_FASTCALL, None)
        self._definitions.append(definition)
        function: Callable[..., Any] = _new_function(ctypes.byref(definition), self.address(name), module)
        return function


def digest_of(package: Path, sources: Iterable[str]) -> str | None:
    """A hash of source files, None where there are none: an index alone knows what it was made of."""
    texts = {name: (package / name).read_bytes() for name in sources if (package / name).is_file()}
    digest = hashlib.sha256()
    for name, text in texts.items():
        digest.update(f"{name}\0{len(text)}\0".encode() + text)
    return digest.hexdigest() if texts else None


def _best(folder: Path, entries: list[dict[str, Any]]) -> tuple[int, ctypes.CDLL]:
    """The library of the highest level that this processor has; the first entry is for any processor."""
    plain = _opened(folder, entries[0])
    level: int = plain.xiangqi_level()
    best = max((entry for entry in entries if entry["level"] <= level), key=lambda entry: int(entry["level"]))
    return best["level"], plain if best is entries[0] else _opened(folder, best)


def _opened(folder: Path, entry: dict[str, Any]) -> ctypes.CDLL:
    path = folder / entry["file"]
    if hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
        raise KernelError(f"{entry['file']} is damaged")
    return ctypes.CDLL(str(path))


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0
