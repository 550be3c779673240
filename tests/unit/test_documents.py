"""Tests that the statements of the documents about the program are true."""

from __future__ import annotations

import doctest
import importlib
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from xiangqi import __version__
from xiangqi.cli import COMMANDS
from xiangqi.coach.patterns import PATTERNS
from xiangqi.engine.common.techniques import TECHNIQUE_BITS
from xiangqi.exercises.classics import load_classics
from xiangqi.exercises.pack import load_pack
from xiangqi.lessons.lesson import load_lessons
from xiangqi.openings.catalogue import CODES

pytest.importorskip("pygame")

from xiangqi.ui import features  # noqa: F401 (they bring the commands)
from xiangqi.ui.parts import keys

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
ANCHOR = re.compile(r"\]\((?!https?:)([^)#]*)#([^)]+)\)")
MODULE = re.compile(r"`([\w/]+/\w+\.py)`")
TEST = re.compile(r"`((?:unit|e2e)/[\w/]+\.py)(?:::(\w+))?`")
EXAMPLE = re.compile(r'^(?:\s*|r?""")>>> ', re.MULTILINE)
SOURCES = sorted((ROOT / "xiangqi").rglob("*.py"))
WITH_EXAMPLES = [path for path in SOURCES if EXAMPLE.search(path.read_text(encoding="utf-8"))]
LARGEST_PICTURE = 400_000  # bytes
LONGEST_LINE = 160  # of the source of a page
LONGEST_TABLE = 40  # rows, but for references and what was measured
REFERENCES = {"docs/rules.md", "docs/keys.md"}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """Return the lines of all shell examples."""
    return [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize(("document", "fewest"), [("api.md", 30), ("print.md", 10)])
def test_the_examples_in_python_run(document: str, fewest: int) -> None:
    done = doctest.testfile(str(ROOT / "docs" / document), module_relative=False, encoding="utf-8")
    assert done.attempted > fewest
    assert done.failed == 0


@pytest.mark.parametrize("source", WITH_EXAMPLES, ids=relative)
def test_the_examples_of_docstrings_run(source: Path) -> None:
    name = ".".join(source.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted > 0
    assert done.failed == 0


def test_the_readme_has_two_commands() -> None:
    play, test = commands(read("README.md"))
    assert "pip install" in play
    assert play.endswith("/xiangqi")
    assert "pip install" in test
    assert test.endswith("pytest")


def test_continuous_integration_calls_the_readme_s_command() -> None:
    _, test = commands(read("README.md"))
    calls = [line for line in read(".ci/run").splitlines() if line.startswith((".venv", "python3 -m venv"))]
    assert calls == [test, ".venv/bin/python -m pytest --rest"]
    assert test in commands(read("CONTRIBUTING.md"))


def test_the_page_of_keys_lists_those_of_the_window() -> None:
    shown = {line.split("|")[1].strip() for line in read("docs/keys.md").splitlines() if line.startswith("| ")}
    usual = [keys.chord_words(command.key) for command in keys.all_commands()] + [key for key, _ in keys.FIXED]
    assert [key for key in usual if key not in shown] == []


def test_the_page_of_commands_names_every_command() -> None:
    text = read("docs/commands.md")
    assert [name for name in COMMANDS if not re.search(rf"`{name}[` ]", text)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert [target for target in LINK.findall(text) if not (document.parent / target).exists()] == []


@lru_cache
def headings(document: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    found = re.findall(r"^#+ (.*)", document.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in found)


def test_links_to_headings_lead_to_one() -> None:
    for document in DOCUMENTS:
        for target, anchor in ANCHOR.findall(document.read_text(encoding="utf-8")):
            page = (document.parent / target).resolve() if target else document
            assert anchor in headings(page), f"{relative(document)}: {target}#{anchor}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_modules_named_exist(document: Path) -> None:
    names = set(MODULE.findall(document.read_text(encoding="utf-8")))
    folders = (ROOT, ROOT / "xiangqi", ROOT / "tests")
    assert [name for name in sorted(names) if not any((folder / name).is_file() for folder in folders)] == []


def test_each_room_of_the_architecture_has_the_files_named_there() -> None:
    rows = re.findall(r"^\| `(\w+)/` \|(.*)", read("docs/architecture.md"), re.MULTILINE)
    assert len(rows) > 10
    for room, words in rows:
        there = {path.name for path in (ROOT / "xiangqi" / room).rglob("*.py")}
        assert set(re.findall(r"`(\w+\.py)`", words)) <= there, room


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_tests_named_exist(document: Path) -> None:
    named = TEST.findall(document.read_text(encoding="utf-8"))
    files = {file: ROOT / "tests" / file for file, _ in named}
    texts = {file: path.read_text(encoding="utf-8") for file, path in files.items() if path.is_file()}
    assert [pair for pair in named if not re.search(rf"def {pair[1]}\b", texts.get(pair[0], ""))] == []


@pytest.mark.parametrize("document", [path for path in DOCUMENTS if path.name != "CHANGELOG.md"], ids=relative)
def test_lines_of_pages_are_short(document: Path) -> None:
    lines = document.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


def test_long_tables_are_references_or_measurements() -> None:
    for document in DOCUMENTS:
        name = relative(document)
        if not name.startswith(("docs/lab/", "docs/formats/")) and name not in REFERENCES:
            tables = re.findall(r"(?:^\|.*\n)+", document.read_text(encoding="utf-8"), re.MULTILINE)
            assert max((table.count("\n") for table in tables), default=0) <= LONGEST_TABLE, name


def test_the_reading_order_names_every_page() -> None:
    order = set(LINK.findall(read("docs/README.md")))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(name for name in pages - order if "formats/" not in name) == ["README.md"]


def test_pictures_are_shown_and_small() -> None:
    shown = "".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    for picture in (ROOT / "docs" / "images").rglob("*.*"):
        name = picture.relative_to(ROOT / "docs").as_posix()
        assert picture.stat().st_size < LARGEST_PICTURE, name
        assert name in shown, name


def test_pages_count_what_is_shipped() -> None:
    exercises = Counter(exercise.kind.value for exercise in load_pack())
    classics = Counter(classic.goal.value for classic in load_classics())
    wins, saves, mates = (exercises[kind] for kind in ("win", "save", "mate"))
    patterns, lessons = len(PATTERNS), load_lessons()
    told = {
        "README.md": f"{classics.total()} endgames from old books",
        "docs/coach.md": f"names mates by {patterns} tests",
        "docs/exercises.md": f"{mates:,} mates of {patterns} patterns, {wins} wins and {saves} saves",
        "docs/lessons.md": f"({sum(len(lesson.tasks) for lesson in lessons)} in all)",
        "docs/masters.md": f"{classics['mate']} mates, {classics['win']} wins, {classics['draw']} draws",
        "docs/openings.md": f"one of the {len(CODES)} codes of ECCO",
        "docs/tables.md": f"has {len([*(ROOT / 'assets' / 'tables').glob('*.xqt')])} tables",
    }
    assert {page: words for page, words in told.items() if words not in " ".join(read(page).split())} == {}


def test_the_page_of_the_engine_names_every_technique() -> None:
    assert [name for name in TECHNIQUE_BITS if f"`{name}`" not in read("docs/engine.md")] == []


def test_the_changelog_knows_this_version() -> None:
    assert f"## [{__version__}]" in read("CHANGELOG.md")
