"""Determines whether an input reached new code.

Modules are rewritten on import: every branch begins by setting its own byte. This is cheap, while a trace
function, which Python calls for every line, would cost most of the speed.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Final

WATCHED: Final = (
    *("xiangqi.records", "xiangqi.notation", "xiangqi.protocol", "xiangqi.storage", "xiangqi.fen"),
    *("xiangqi.engine.book", "xiangqi.engine.elephant_book", "xiangqi.match.start_positions"),
    *("xiangqi.i18n", "xiangqi.jobs.plain_results", "xiangqi.jobs.checkpoint", "xiangqi.tables.tablefile"),
    *("xiangqi.openings", "xiangqi.exercises", "xiangqi.lessons", "xiangqi.insights.moves", "xiangqi.spoken"),
    *("xiangqi.library.masters_asset", "xiangqi.library.texts", "xiangqi.library.chunks"),
    *("xiangqi.library.salvage", "xiangqi.library.played", "xiangqi.library.query"),
    *("xiangqi.recognition.images", "xiangqi.recognition.reader", "xiangqi.cli.parts"),
)
"""Packages and modules whose branches are watched."""

_NAME: Final = "__branches_taken__"


class Coverage:
    """The branches taken so far. Create it before any of WATCHED is imported."""

    def __init__(self) -> None:
        self._taken = bytearray()
        setattr(builtins, _NAME, self._taken)
        sys.meta_path.insert(0, _Finder(self._taken))

    @property
    def total(self) -> int:
        """The number of branches in the modules imported so far."""
        return len(self._taken)

    def count(self) -> int:
        """Return the number of branches that have been taken."""
        return self._taken.count(1)

    def forget(self) -> None:
        """Clear the branches taken."""
        self._taken[:] = bytes(len(self._taken))


class _Finder(MetaPathFinder):
    def __init__(self, taken: bytearray) -> None:
        self._taken = taken

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not any(fullname == name or fullname.startswith(f"{name}.") for name in WATCHED):
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            locations = spec.submodule_search_locations
            spec = ModuleSpec(fullname, _Loader(fullname, spec.origin, self._taken), origin=spec.origin)
            spec.submodule_search_locations = locations
            spec.has_location = True
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, taken: bytearray) -> None:
        super().__init__(fullname, path)
        self._taken = taken

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of the rewritten module; cached code, which lacks the marks, is never used."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        _Marker(self._taken).visit(tree)
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class _Marker(ast.NodeTransformer):
    """Puts a mark at the head of every function and branch."""

    def __init__(self, taken: bytearray) -> None:
        self._taken = taken

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if not isinstance(node, (ast.Module, ast.ClassDef)):
            for field in ("body", "orelse", "finalbody"):
                block: Any = getattr(node, field, None)
                if isinstance(block, list) and block:
                    docstring = isinstance(block[0], ast.Expr) and isinstance(block[0].value, ast.Constant)
                    block.insert(int(docstring), self._mark())
        return node

    def _mark(self) -> ast.stmt:
        self._taken.append(0)
        return ast.parse(f"{_NAME}[{len(self._taken) - 1}] = 1").body[0]
