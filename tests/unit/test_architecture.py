"""The shape of the project: layers, what imports load, and the checks every commit must pass."""

from __future__ import annotations

import ast
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from xiangqi.app.worker import Service

ROOT = Path(__file__).parents[2]
SOURCES = [
    path for folder in ("xiangqi", "tools", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))
]
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """First names of all modules a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0]


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)


def loaded_by(statement: str) -> set[str]:
    """Return the names of all modules in a fresh process after one statement."""
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    done = command(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


# ---- Layers -----------------------------------------------------------------------------------------------


def test_layers_import_only_downwards() -> None:
    script = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = command(sys.executable, "-c", script, "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_numba_is_imported_where_kernels_are_compiled_only() -> None:
    users = [relative(path) for path in SOURCES if b"numba" in path.read_bytes() and "numba" in imports(path)]
    assert users == ["xiangqi/core/build/numba_setup.py", "xiangqi/core/build/translator.py"]


def test_pygame_is_imported_by_the_window_only() -> None:
    for path in SOURCES:
        if relative(path).startswith("xiangqi/") and not relative(path).startswith("xiangqi/ui/"):
            assert b"pygame" not in path.read_bytes() or "pygame" not in imports(path), relative(path)


def test_the_window_does_not_know_the_engine() -> None:
    """It reaches the engine through its process alone."""
    for path in SOURCES:
        if relative(path).startswith("xiangqi/ui/"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(from|import) xiangqi\.engine\b", text), relative(path)


def test_only_the_list_of_workers_knows_the_workers_of_asks() -> None:
    """Others import from an `asks` module questions, answers and what these carry, no worker or function."""
    seen, wrong = set(), []
    for path in SOURCES:
        name = relative(path)
        if not name.startswith(("xiangqi/app/", "xiangqi/ui/")) or name in _KNOW_WORKERS:
            continue
        if _ASKS.match(path.stem) or path.parent.name == "background_work":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and _ASKS.match(str(node.module).rpartition(".")[2]):
                asks = importlib.import_module(str(node.module))
                seen.add(node.module)
                kinds = {alias.name: getattr(asks, alias.name) for alias in node.names}
                wrong += [(name, word) for word, kind in kinds.items() if not _is_data(kind)]
            elif isinstance(node, ast.ImportFrom):
                folder = ROOT / str(node.module).replace(".", "/")
                wrong += [(name, alias.name) for alias in node.names if _is_asks(folder, alias.name)]
    assert wrong == []
    assert {"xiangqi.app.openings.asks", "xiangqi.app.records.asks_reading"} <= seen


_ASKS = re.compile(r"asks(_\w+)?$")
_KNOW_WORKERS = ("xiangqi/app/workers.py", "xiangqi/app/runner.py")


def _is_data(kind: object) -> bool:
    return isinstance(kind, type) and not issubclass(kind, Service)


def _is_asks(folder: Path, name: str) -> bool:
    return _ASKS.match(name) is not None and (folder / f"{name}.py").exists()


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("xiangqi", ("numpy", "numba", "pygame")),
        ("xiangqi.errors", ("numpy", "numba", "pygame")),
        ("xiangqi.board", ("pygame", "xiangqi.engine", "xiangqi.ui", "xiangqi.app", "xiangqi.notation")),
        ("xiangqi.notation", ("pygame", "xiangqi.engine", "xiangqi.records", "xiangqi.referee")),
        ("xiangqi.bitboards", ("pygame", "xiangqi.board", "xiangqi.core.movegen", "xiangqi.core.perft")),
        ("xiangqi.cli", ("pygame", "xiangqi.ui", "xiangqi.app")),
    ],
)
def test_what_an_import_loads(module: str, absent: tuple[str, ...]) -> None:
    loaded = loaded_by(f"import {module}")
    assert module in loaded
    assert loaded.isdisjoint(absent)


def test_the_package_offers_its_classes_and_nothing_else() -> None:
    assert {"xiangqi.board", "xiangqi.core"} <= loaded_by("from xiangqi import Board, Move")
    assert "xiangqi.engine.worker" not in loaded_by("from xiangqi import Board, Game")
    assert "xiangqi.engine.worker" in loaded_by("from xiangqi import Engine")
    with pytest.raises(ImportError):
        from xiangqi import Nothing  # noqa: F401


# ---- Circles ----------------------------------------------------------------------------------------------


def test_no_module_imports_itself_through_others() -> None:
    graph = grimp.build_graph("xiangqi", cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


# ---- Checks -----------------------------------------------------------------------------------------------


def test_no_two_public_classes_have_the_same_name() -> None:
    """Whoever looks for a class by its name finds one."""
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        if relative(path).startswith("xiangqi/"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(relative(path))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_mypy_finds_nothing() -> None:
    cache = [] if os.access(ROOT, os.W_OK) else [f"--cache-dir={os.devnull}"]
    done = command(sys.executable, "-m", "mypy", *cache)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("arguments", [("check",), ("format", "--check")])
def test_ruff_finds_nothing(arguments: tuple[str, ...]) -> None:
    done = command(sys.executable, "-m", "ruff", *arguments, "--no-cache", ".")
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    for path in SOURCES + TESTS:
        if path != Path(__file__):
            assert not marks.search(path.read_text(encoding="utf-8")), relative(path)


def test_no_path_of_somebodys_machine() -> None:
    paths = re.compile("|".join((re.escape(str(ROOT)), r"/home/\w", "/Users/", r"[A-Z]:\\+Users")))
    for path in [*SOURCES, *TESTS, *ROOT.glob("*.md"), *ROOT.glob("*.toml"), *(ROOT / "docs").rglob("*.md")]:
        if path != Path(__file__):
            assert not paths.search(path.read_text(encoding="utf-8")), relative(path)


def test_documents_named_as_sources_exist() -> None:
    for path in SOURCES:
        for name in re.findall(r"docs/[\w/.-]+\.md", path.read_text(encoding="utf-8")):
            assert (ROOT / name).is_file(), f"{relative(path)} names {name}"


def test_public_names_have_docstrings() -> None:
    """Every module, and every class and function that is not private, says what it is for."""
    missing = []
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if ast.get_docstring(tree) is None:
            missing.append(relative(path))
        told_by_intent = {handler for handler, _ in _handlers(tree)}
        for node in _public(tree):
            if ast.get_docstring(node) is None and node not in told_by_intent:
                missing.append(f"{relative(path)}:{node.lineno} {node.name}")
    assert missing == []


def test_no_handler_repeats_the_words_of_its_intent() -> None:
    """Below its intent, a handler says what it does beyond that, or nothing."""
    repeated = [
        f"{relative(path)}:{handler.lineno} {handler.name}"
        for path in SOURCES
        if "@handles(" in (text := path.read_text(encoding="utf-8"))
        for handler, intent in _handlers(ast.parse(text))
        if (told := _words(handler)) and told <= _words(intent)
    ]
    assert repeated == []


def _handlers(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.ClassDef]]:
    """Yield the functions that handle an intent of the same module in all modes, each with the intent."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for decorator in map(ast.unparse, node.decorator_list):
                found = re.fullmatch(r"handles\((\w+)\)", decorator)
                if found and found[1] in classes:
                    yield node, classes[found[1]]


def _words(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """Return the words of a docstring, without articles."""
    return set(re.findall(r"[\w']+", (ast.get_docstring(node) or "").lower())) - {"a", "an", "the"}


def _public(tree: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Classes, functions and methods that are not private, nor nested in a function.

    The methods of a derived class keep the promises of its base, which need no repeating.
    """
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef) and not node.bases:
                yield from _public(node)
