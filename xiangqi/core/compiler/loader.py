"""Loads the library of kernels, which `core.build` has made, without any compiler (`docs/build.md`)."""

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
from xiangqi.errors import KernelError
from xiangqi.launch import NO_WINDOW, own_command

INDEX: Final = "index.json"
PACKAGE: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = PACKAGE / "kernels"
"""Where the program's own library is."""

_METH_FASTCALL: Final = 0x0080
_LETTERS: Final = {"int64": "q", "uint8": "B", "void": "v"}
"""How Python names the items of a buffer."""


class _Kernel(ctypes.Structure):
    """What `call_wrapper.c` knows of a kernel, after Python's PyMethodDef."""

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
    """A library of kernels in this process's memory, where it stays.

    Attributes:
        signatures: of all kernels by their names, ``module.function``.
        functions: the kernels by their names, for Python to call. They take integers and contiguous, writable
            arrays of their items, and raise a TypeError or a ValueError for anything else.
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
            if digest_of(package, index["sources"]) not in (None, index["digest"]):
                raise KernelError("the kernels have changed since they were built")
            self.level, self._code = _best(folder, index["libraries"])
            self._connect(index["python"])
            self.signatures: dict[str, str] = index["signatures"]
            self._kernels = {name: self._kernel(name) for name in self.signatures}
        except FileNotFoundError:
            raise KernelError("the kernels have not been built") from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise KernelError(f"the built kernels cannot be loaded ({error})") from None
        self.functions: dict[str, Kernel] = {
            name: _new_function(kernel, ctypes.addressof(kernel), name.rpartition(".")[0])
            for name, kernel in self._kernels.items()
        }

    def _connect(self, functions: Iterable[str]) -> None:
        """Tell the library where Python's functions are, and which exception a kernel raises that fails."""
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
        """Where the entry of a kernel is, which takes its arguments from memory."""
        return _address(self._code[name])


def build_elsewhere(*words: str) -> str:
    """Build the kernels in a process of its own; why that failed, or nothing.

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
