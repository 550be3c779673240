"""Serialisation of results as plain data, so that reading them cannot execute code, as unpickling could.

A result becomes JSON; types without a JSON equivalent are lists that begin with the type. Objects are
dataclasses, named tuples, enumerations and integers of known packages, rebuilt from their fields by classes
that are loaded locally.
"""

from __future__ import annotations

import base64
import builtins
import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from tokenize import TokenError
from typing import Any, Final

import numpy as np

from xiangqi.errors import JobError
from xiangqi.i18n.message import Message, plain, restore

_VALUE: Final = "value"
_ERROR: Final = "error"
_SIMPLE: Final = (type(None), bool, int, float, str)
_NUMBERS: Final = "biuf"  # NumPy's letters for truth values, integers and fractions
_DAMAGE: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, MemoryError),
    *(SyntaxError, TokenError),  # NumPy reads kinds of numbers and shapes as Python's words
)


def called(function: Callable[..., object], *args: object, **kwargs: object) -> bytes:
    """Call a function, and return its result or error as plain data."""
    try:
        return json.dumps([_VALUE, _plain(function(*args, **kwargs))]).encode()
    except Exception as error:
        return json.dumps([_ERROR, *_plain_error(error)]).encode()


def answer(data: object, packages: Sequence[str]) -> object:
    """Return the result in data from `called`, or raise its error.

    Args:
        data: the received data.
        packages: the packages whose classes it may refer to.

    Raises:
        JobError: the data is invalid.
        Exception: the error of the function.
    """
    try:
        kind, *content = json.loads(data)  # type: ignore[arg-type]  # a TypeError if it is not text
        if kind not in (_VALUE, _ERROR):
            raise ValueError(kind)
        value = _error(packages, *content) if kind == _ERROR else _restored(packages, *content)
    except _DAMAGE as error:
        raise JobError(Message("detail.cluster.strange_result", reason=str(error))) from None
    if kind == _ERROR:
        assert isinstance(value, Exception)
        raise value
    return value


# ---- Writing --


def _plain(value: Any) -> object:
    """Return a value in JSON's types: simple ones as they are, others as a list that begins with a type name.

    Raises:
        TypeError: the value cannot be represented.
    """
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind is Message:
        return ["text", _plain(plain(value))]
    if kind in (list, tuple, set, frozenset):
        return [kind.__name__, *map(_plain, value)]
    if kind is dict:
        return ["dict", *([_plain(key), _plain(item)] for key, item in value.items())]
    if kind is bytes:
        return ["bytes", base64.b64encode(value).decode()]
    if isinstance(value, np.ndarray):
        stream = io.BytesIO()
        np.lib.format.write_array(stream, value, allow_pickle=False)  # raises ValueError for arrays of objects
        return ["array", base64.b64encode(stream.getvalue()).decode()]
    if isinstance(value, np.generic):
        return ["number", value.dtype.str, value.item()]
    if isinstance(value, Exception):
        return [_ERROR, *_plain_error(value)]
    return ["object", f"{kind.__module__}:{kind.__qualname__}", *map(_plain, _parts(value))]


def _parts(value: Any) -> Sequence[object]:
    """Return the components of an object.

    Raises:
        TypeError: it is not plain data.
    """
    if isinstance(value, Enum):
        return (value.value,)
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, tuple):
        return value
    if isinstance(value, int):
        return (int(value),)
    raise TypeError(f"{type(value).__name__} is no plain data")


def _plain_error(error: Exception) -> tuple[object, ...]:
    """Return an error as JSON: its class ``module:name``, its arguments (or None), and its message."""
    kind = type(error)
    try:
        arguments = _plain(error.__reduce__()[1])  # more than `args`, such as the file name of an OSError
    except TypeError:
        arguments = None
    return f"{kind.__module__}:{kind.__qualname__}", arguments, f"{kind.__name__}: {error}"


# ---- Reading -


def _restored(packages: Sequence[str], value: Any) -> Any:
    if type(value) in _SIMPLE:
        return value
    kind, *content = value
    return _READERS[kind](packages, *content)


def _all(packages: Sequence[str], content: Sequence[object]) -> list[Any]:
    return [_restored(packages, item) for item in content]


def _array(_packages: Sequence[str], data: str) -> object:
    return np.lib.format.read_array(io.BytesIO(base64.b64decode(data, validate=True)), allow_pickle=False)


def _number(_packages: Sequence[str], form: str, value: object) -> object:
    kind = np.dtype(form)
    if kind.kind not in _NUMBERS:  # others take room as they like
        raise ValueError(form)
    return kind.type(value)


def _object(packages: Sequence[str], name: str, *content: object) -> object:
    kind, parts = _class(name, packages), _all(packages, content)
    if is_dataclass(kind):
        made = object.__new__(kind)
        for field, part in zip(fields(kind), parts, strict=True):
            object.__setattr__(made, field.name, part)
        return made
    if issubclass(kind, (Enum, int)):
        (part,) = parts
        return kind(part)
    if issubclass(kind, tuple):
        return kind(*parts)
    raise TypeError(name)


def _class(name: str, packages: Sequence[str]) -> type[Any]:
    """Return a class from a module that is loaded here.

    Raises:
        ValueError: it does not belong to one of the packages.
        TypeError: it is not a class.
        KeyError, AttributeError: its module is not loaded or lacks it.
    """
    module, _, path = name.partition(":")
    if module.partition(".")[0] not in packages:
        raise ValueError(name)
    found: Any = sys.modules[module]
    for part in path.split("."):
        found = getattr(found, part)
    if not isinstance(found, type):
        raise TypeError(name)
    return found


def _error(packages: Sequence[str], name: str, arguments: object, words: str) -> Exception:
    """Return an error of the named class if it is Python's or the program's own, else a JobError."""
    module, _, path = name.partition(":")
    try:
        kind = getattr(builtins, path) if module == "builtins" else _class(name, packages)
        if arguments is not None and issubclass(kind, Exception):
            made: Exception = kind(*_restored(packages, arguments))
            return made
    except _DAMAGE:
        pass
    return JobError(str(words))


_READERS: Final[dict[str, Callable[..., Any]]] = {
    "list": lambda packages, *content: _all(packages, content),
    "tuple": lambda packages, *content: tuple(_all(packages, content)),
    "set": lambda packages, *content: set(_all(packages, content)),
    "frozenset": lambda packages, *content: frozenset(_all(packages, content)),
    "dict": lambda packages, *content: dict(_all(packages, pair) for pair in content),
    "text": lambda packages, content: restore(_restored(packages, content)),
    "bytes": lambda _packages, content: base64.b64decode(content, validate=True),
    "array": _array,
    "number": _number,
    "object": _object,
    _ERROR: _error,
}
