"""The gates of an image: functions in LLVM's language that lead from Python's calling convention to Numba's."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import types

from xiangqi.core.compiler import image

_OBJECT: Final = ir.IntType(8).as_pointer()
_WORD: Final = ir.IntType(64)
_INT: Final = ir.IntType(32)
_VOID: Final = ir.VoidType()
_SHAPE: Final = ir.Constant(ir.ArrayType(_WORD, 1), ir.Undefined)
_GATE: Final = ir.FunctionType(_OBJECT, [_OBJECT, _OBJECT.as_pointer(), _WORD])

_BUFFER: Final = ir.ArrayType(_WORD, 16)
"""Room for a Py_buffer, which has eleven words; these are the ones that are looked at."""
_DATA, _BYTES, _ITEM_BYTES, _FORMAT = 0, 2, 3, 5
_WRITABLE_WITH_FORMAT: Final = 1 | 4  # PyBUF_WRITABLE | PyBUF_FORMAT; contiguous goes without saying


class Gates:
    """The gates of an image, one for every signature."""

    def __init__(self, context: Any) -> None:
        """Begin without any.

        Args:
            context: of Numba's target, whose calling convention the kernels have.
        """
        self._context = context
        self.module: ir.Module = context.create_module("gates")
        self._names: dict[str, str] = {}
        for name in (image.FAILURE, image.NOTHING):
            ir.GlobalVariable(self.module, _OBJECT, name).initializer = ir.Constant(_OBJECT, None)

    def add(self, signature: Any) -> str:
        """Name of the gate for kernels of a signature."""
        key = str(signature)
        if key not in self._names:
            self._names[key] = f"xiangqi_gate_{len(self._names)}"
            function = ir.Function(self.module, _GATE, self._names[key])
            _Gate(self._context, function, signature.args).build(signature)
        return self._names[key]

    def add_door(self, name: str, signature: Any) -> str:
        """Give a kernel a way in by its name, and say by which name it is called within the image.

        Nobody outside then calls the kernel itself, so LLVM may drop arguments that it does not look at, and
        merge it into its only caller.
        """
        within = f"{name}.within"
        kind = self._context.call_conv.get_function_type(signature.return_type, signature.args)
        kernel = ir.Function(self.module, kind, within)
        door = ir.Function(self.module, kind, name)
        builder = ir.IRBuilder(door.append_basic_block("entry"))
        builder.ret(builder.call(kernel, door.args, attrs=("noinline",)))
        return within


class _Gate:
    """One gate: ``PyObject *gate(PyObject *kernel, PyObject *const *arguments, Py_ssize_t count)``."""

    def __init__(self, context: Any, function: ir.Function, types_: tuple[Any, ...]) -> None:
        self._context = context
        self._module = function.module
        self._kernel, self._arguments, self._count = function.args
        self._builder = ir.IRBuilder(function.append_basic_block("entry"))
        self._wrong = function.append_basic_block("wrong")  # sets an error and goes on to the next
        self._fail = function.append_basic_block("fail")  # lets go of all and leaves
        self._buffers = {i: self._new_buffer() for i, type_ in enumerate(types_) if type_ != types.int64}

    def build(self, signature: Any) -> None:
        """Write its code."""
        builder = self._builder
        self._leave_if(builder.icmp_signed("!=", self._count, _WORD(len(signature.args))), self._wrong)
        values = [self._argument(i, type_) for i, type_ in enumerate(signature.args)]
        result = self._call_kernel(signature, values)
        self._release()
        builder.ret(self._result(signature.return_type, result))
        builder.position_at_end(self._wrong)
        self._call("PyErr_BadArgument", _INT)
        builder.branch(self._fail)
        builder.position_at_end(self._fail)
        self._release()
        builder.ret(ir.Constant(_OBJECT, None))

    def _new_buffer(self) -> ir.Value:
        space = self._builder.alloca(_BUFFER)
        self._builder.store(ir.Constant(_BUFFER, None), space)
        return self._builder.bitcast(space, _OBJECT)

    def _release(self) -> None:
        for buffer in self._buffers.values():  # nothing happens to one that was not filled
            self._call("PyBuffer_Release", _VOID, buffer)

    def _call(self, name: str, result: ir.Type, *arguments: ir.Value) -> ir.Value:
        """Call a function of Python's C interface."""
        function = self._module.globals.get(name)
        if function is None:
            kind = ir.FunctionType(result, [argument.type for argument in arguments])
            function = ir.Function(self._module, kind, name)
        return self._builder.call(function, arguments)

    def _leave_if(self, condition: ir.Value, block: ir.Block) -> None:
        with self._builder.if_then(condition, likely=False):
            self._builder.branch(block)

    def _argument(self, index: int, type_: Any) -> ir.Value:
        value = self._builder.load(self._builder.gep(self._arguments, [_WORD(index)]))
        return (
            self._array(value, type_, self._buffers[index]) if index in self._buffers else self._integer(value)
        )

    def _integer(self, value: ir.Value) -> ir.Value:
        number = self._call("PyLong_AsLongLong", _WORD, value)
        with self._builder.if_then(self._builder.icmp_signed("==", number, _WORD(-1)), likely=False):
            error = self._call("PyErr_Occurred", _OBJECT)
            self._leave_if(self._builder.icmp_unsigned("!=", error, ir.Constant(_OBJECT, None)), self._fail)
        return number

    def _array(self, value: ir.Value, type_: Any, buffer: ir.Value) -> ir.Value:
        """The memory of a Python object as a kernel's array of 64-bit integers."""
        builder = self._builder
        code = self._call("PyObject_GetBuffer", _INT, value, buffer, _INT(_WRITABLE_WITH_FORMAT))
        self._leave_if(builder.icmp_signed("!=", code, _INT(0)), self._fail)
        words = builder.bitcast(buffer, _WORD.as_pointer())
        data, size, item, format_ = (
            builder.load(builder.gep(words, [_WORD(i)])) for i in (_DATA, _BYTES, _ITEM_BYTES, _FORMAT)
        )
        width = _WORD(8)
        self._leave_if(builder.icmp_signed("!=", item, width), self._wrong)
        letter = builder.load(builder.inttoptr(format_, _OBJECT))
        known = (builder.icmp_signed("==", letter, letter.type(ord(kind))) for kind in "lq")
        self._leave_if(builder.not_(builder.or_(*known)), self._wrong)
        array = self._context.make_array(type_)(self._context, builder)
        array.data = builder.inttoptr(data, array.data.type)
        array.itemsize = width
        array.nitems = builder.sdiv(size, width)
        array.shape = builder.insert_value(_SHAPE, array.nitems, 0)
        array.strides = builder.insert_value(_SHAPE, width, 0)
        return array._getvalue()

    def _call_kernel(self, signature: Any, values: list[ir.Value]) -> ir.Value:
        """Call the kernel without holding the interpreter lock."""
        builder = self._builder
        convention = self._context.call_conv
        kind = convention.get_function_type(signature.return_type, signature.args)
        address = self._call("PyLong_AsVoidPtr", _OBJECT, self._kernel)
        thread = self._call("PyEval_SaveThread", _OBJECT)
        status, result = convention.call_function(
            builder, builder.bitcast(address, kind.as_pointer()), signature.return_type, signature.args, values
        )
        self._call("PyEval_RestoreThread", _VOID, thread)
        with builder.if_then(status.is_error, likely=False):
            self._call("PyErr_SetNone", _VOID, self._variable(image.FAILURE))
            builder.branch(self._fail)
        return result

    def _variable(self, name: str) -> ir.Value:
        return self._builder.load(self._module.get_global(name))

    def _result(self, type_: Any, value: ir.Value) -> ir.Value:
        """A kernel's result as a Python object."""
        if type_ != types.none:
            return self._call("PyLong_FromLongLong", _OBJECT, value)
        nothing = self._variable(image.NOTHING)
        self._call("Py_IncRef", _VOID, nothing)
        return nothing
