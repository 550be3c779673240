"""Writes the gates of a library in C: functions that lead from Python's calling convention to Numba's."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from numba.core import types

SHARED: Final = Path(__file__).with_name("gates.c")
"""What stands before the gates."""

_LETTERS: Final = {types.int64: "lq", types.uint8: "BB"}
"""How Python names the items of a buffer."""

_GATE: Final = """
VISIBLE object *{name}(object *kernel, object *const *given, integer count) {{
    {room}
    object *answer = 0;
    integer result = 0;
    void *failure = 0;
    if (count != {count})
        xiangqi_PyErr_BadArgument();
    else if ({checks}) {{
        int (*call)({kinds}) = xiangqi_PyLong_AsVoidPtr(kernel);
        void *thread = xiangqi_PyEval_SaveThread();
        int status = call({arguments});
        xiangqi_PyEval_RestoreThread(thread);
        if (status != FINE && status != NONE)
            xiangqi_PyErr_SetNone(xiangqi_failure);
        else
            {answer};
    }}
    {release}
    return answer;
}}
"""
_NUMBER: Final = "answer = xiangqi_PyLong_FromLongLong(result)"
_NOTHING: Final = "xiangqi_Py_IncRef(answer = xiangqi_nothing)"


def gate(name: str, signature: Any) -> str:
    """The text of ``PyObject *gate(PyObject *kernel, PyObject *const *arguments, Py_ssize_t count)``."""
    room, checks, release = [], ["1"], []
    kinds, arguments = ["integer *", "void **"], ["&result", "&failure"]
    for i, kind in enumerate(signature.args):
        if isinstance(kind, types.Array):
            item, shape = kind.dtype.bitwidth // 8, kind.ndim
            room.append(f"buffer view{i} = {{0}};")
            checks.append(f'is_array(given[{i}], &view{i}, {shape}, {item}, "{_LETTERS[kind.dtype]}")')
            kinds.append(f"AS_ARRAY_{shape}")
            arguments.append(f"ARRAY_{shape}(view{i}, {item})")
            release.append(f"xiangqi_PyBuffer_Release(&view{i});")  # nothing happens to one that was not filled
        else:
            room.append(f"integer value{i};")
            checks.append(f"is_integer(given[{i}], &value{i})")
            kinds.append("integer")
            arguments.append(f"value{i}")
    return _GATE.format(
        name=name,
        count=len(signature.args),
        room=" ".join(room),
        checks=" && ".join(checks),
        kinds=", ".join(kinds),
        arguments=", ".join(arguments),
        answer=_NOTHING if signature.return_type == types.none else _NUMBER,
        release=" ".join(release),
    )
