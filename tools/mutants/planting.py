"""Mutants: small changes of functions, chosen at random but always the same for a seed.

A mutant is one of four kinds: a changed comparison, a changed constant, a dropped statement, or two swapped
arguments. It is found again by the name of its function and the text that it changes, wherever the function
has moved.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

KINDS: Final = ("comparison", "constant", "dropped", "swapped")
OTHERS: Final = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "in": "not in",
    "not in": "in",
}
"""Comparison -> the one that a mutant makes of it."""

_SIGNS: Final = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


class GoneError(Exception):
    """A function has been edited and no longer has the code that a mutant changes."""


@dataclass(frozen=True)
class Mutant:
    """A change of one function.

    module: path of its file below the checkout, when the mutant was chosen
    function: its name, with the classes around it, joined by points
    kind: one of KINDS
    old, new: the text that is replaced, and by what
    nth: which of the function's equal changes it is, from 0
    """

    number: int
    module: str
    function: str
    kind: str
    old: str
    new: str
    nth: int

    @staticmethod
    def of(values: dict[str, str | int]) -> Mutant:
        """Return the mutant with the fields that `record` has returned."""
        texts = {name: str(values[name]) for name in ("module", "function", "kind", "old", "new")}
        return Mutant(number=int(values["number"]), nth=int(values["nth"]), **texts)

    def record(self) -> dict[str, str | int]:
        """Return the mutant's fields by name, for a line of JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Change:
    """A change of a source: the bytes from `start` to `end` become `new`; `line` is the statement's, from 1."""

    kind: str
    start: int
    end: int
    old: str
    new: str
    line: int


def choose(root: Path, seed: int, count: int) -> list[Mutant]:
    """Return `count` mutants of a checkout's package: each kind in turn, at most one from each function."""
    chance = random.Random(seed)
    functions = [
        (path.relative_to(root).as_posix(), name, changes)
        for path in sorted((root / "xiangqi").rglob("*.py"))
        for name, changes in _functions(path.read_bytes())
        if changes
    ]
    chance.shuffle(functions)
    found = []
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        place = next(
            at for at, (_, _, changes) in enumerate(functions) if any(one.kind == kind for one in changes)
        )
        module, name, changes = functions.pop(place)
        change = chance.choice([one for one in changes if one.kind == kind])
        nth = [one for one in changes if _same(one, change)].index(change)
        found.append(Mutant(number, module, name, kind, change.old, change.new, nth))
    return found


def locate(root: Path, mutant: Mutant) -> tuple[Path, Change]:
    """Return the file and place of a mutant in a checkout.

    Raises:
        GoneError: its function no longer has such a place.
    """
    here = root / mutant.module
    others = (path for path in sorted((root / "xiangqi").rglob("*.py")) if path != here)
    for path in (here, *others):
        source = path.read_bytes() if path.is_file() else b""
        if mutant.function.rpartition(".")[2].encode() not in source:
            continue
        for name, changes in _functions(source):
            same = [
                one for one in changes if (one.kind, one.old, one.new) == (mutant.kind, mutant.old, mutant.new)
            ]
            if name == mutant.function and len(same) > mutant.nth:
                return path, same[mutant.nth]
    raise GoneError(f"{mutant.module}: {mutant.function} has no {mutant.old!r} any more")


def planted(source: bytes, change: Change) -> bytes:
    """Return the source of a module with a change made."""
    return source[: change.start] + change.new.encode() + source[change.end :]


def _can_go(statement: ast.stmt) -> bool:
    """Return whether a statement may be dropped: a call, an augmented assignment or an early exit."""
    match statement:
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            return True
        case ast.If(body=[ast.Return() | ast.Continue() | ast.Raise() | ast.Break()], orelse=[]):
            return True
    return False


def _same(one: Change, other: Change) -> bool:
    return (one.kind, one.old, one.new) == (other.kind, other.old, other.new)


def _functions(source: bytes) -> Iterator[tuple[str, list[Change]]]:
    """Yield the full name of each function of a module, with the changes that can be made in it."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def below(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[str, list[Change]]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Function):
                yield ".".join((*names, child.name)), list(_Reader(source, starts).changes(child))
            if isinstance(child, Function | ast.ClassDef):
                yield from below(child, (*names, child.name))

    yield from below(ast.parse(source), ())


class _Reader:
    """Finds the changes that can be made in a function, except in functions nested in it."""

    def __init__(self, source: bytes, starts: list[int]) -> None:
        self.source = source
        self.starts = starts

    def changes(self, function: Function) -> Iterator[Change]:
        documented = ast.get_docstring(function) is not None
        for statement in function.body[documented:]:
            yield from self._statement(statement)

    def _statement(self, statement: ast.stmt) -> Iterator[Change]:
        if isinstance(statement, Function | ast.ClassDef):
            return
        if _can_go(statement):
            yield self._change("dropped", statement, "pass", statement)
        yield from self._below(statement, statement)

    def _below(self, node: ast.AST, statement: ast.stmt) -> Iterator[Change]:
        for name, field in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            for child in field if isinstance(field, list) else [field]:
                if isinstance(child, ast.stmt):
                    yield from self._statement(child)
                elif isinstance(child, ast.AST):
                    yield from self._expression(child, statement)
                    yield from self._below(child, statement)

    def _expression(self, node: ast.AST, statement: ast.stmt) -> Iterator[Change]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _SIGNS:
            left, right = self._text(node.left), self._text(node.comparators[0])
            yield self._change(
                "comparison", node, f"{left} {OTHERS[_SIGNS[type(node.ops[0])]]} {right}", statement
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
            other = not node.value if isinstance(node.value, bool) else node.value + 1
            yield self._change("constant", node, repr(other), statement)
        elif isinstance(node, ast.Call) and len(node.args) > 1:
            one, two = node.args[:2]
            texts = self._text(one), self._text(two)
            if texts[0] != texts[1] and not any(isinstance(each, ast.Starred) for each in (one, two)):
                start, end = self._span(one)[0], self._span(two)[1]
                new = f"{texts[1]}, {texts[0]}"
                yield Change("swapped", start, end, self.source[start:end].decode(), new, statement.lineno)

    def _change(self, kind: str, node: ast.expr | ast.stmt, new: str, statement: ast.stmt) -> Change:
        start, end = self._span(node)
        return Change(kind, start, end, self.source[start:end].decode(), new, statement.lineno)

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        last, column = node.end_lineno, node.end_col_offset
        if last is None or column is None:
            raise ValueError("the parser says no ends")
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[last - 1] + column

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()
