"""Libraries of kernels: how they are built, how Python calls them, and which are not loaded."""

from __future__ import annotations

import ast
import contextlib
import gc
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from xiangqi.core.build import builder
from xiangqi.core.build.builder import TARGETS, build, kernel_sources, this_system
from xiangqi.core.compiler.loader import FOLDER, INDEX, PACKAGE, KernelLibrary, digest_of
from xiangqi.errors import KernelError

ROOT = PACKAGE.parent

SAMPLE = """
import numpy as np

from xiangqi.core.jit import kernel

@kernel("int64(int64, int64)", inline=True)
def quotient(number, divisor):
    return number // divisor

@kernel("int64(int64[::1], int64[::1], int64)")
def weighted(values, weights, divisor):
    total = 0
    for i in range(len(values)):
        total += values[i] * weights[i]
    return quotient(total, divisor)

@kernel("void(int64[::1], int64)")
def fill(values, number):
    for i in range(len(values)):
        values[i] = number

@kernel("int64(uint8[::1])")
def first_word(few):
    return few.view(np.int64)[0]

@kernel("int64(int64)")
def factorial(number):
    return 1 if number < 2 else number * factorial(number - 1)

@kernel("int64(int64[:,::1], uint8[::1])")
def spread(table, few):
    for i in range(table.shape[0]):
        for j in range(len(few)):
            table[i, j] += few[j]
    return table.shape[0] * 1000 + table.shape[1] * 10 + len(few)

@kernel("int64(int64)")
def clipped(number):
    return max(number, 3) if number in (1, 2, 5) else min(number, later(number))

@kernel("int64(int64)")
def later(number):
    return 9 if number < 100 else clipped(5)

@kernel("int64(int64[::1], int64)")
def share(values, divisor):
    fill(values, divisor)
    return quotient(factorial(len(values)), divisor)
"""

MAKE = """
import os
import sys
from pathlib import Path
from xiangqi.core.build.builder import build, this_system
if "alone" in sys.argv:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
build(Path(sys.argv[1]), this_system(), ["sample"])
"""

WITH_TABLES = """
import numpy as np

from xiangqi.core.jit import kernel

SQUARES = np.array([number**2 for number in range(40)], dtype=np.int64)
CUBES = np.array([number**3 for number in range(40)], dtype=np.int64)

@kernel("int64(int64)")
def clipped(number):
    return SQUARES[max(number, 3)]

@kernel("int64(int64)")
def chosen(number):
    return 0 if number in (1, 2, 5) else SQUARES[number]

@kernel("int64(int64)")
def clipped_and_chosen(number):
    return 0 if number in (1, 2, 5) else CUBES[max(number, 3)]
"""

COMPILE_FOR_MACOS = """
import multiprocessing
from xiangqi.core import compiler
from xiangqi.core.build import translator
from xiangqi.core.build.builder import TARGETS
translator.start()
compiler.taker = translator.take
import sample
names = list(translator.kernels)
with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
    apart = pool.map(translator.translation, names, chunksize=1)
for translated in (apart, map(translator.translation, names)):
    bitcode = translator.linked(dict(zip(names, translated)))
    print(translator.machine_code(bitcode, TARGETS["darwin-aarch64"].triple, "generic").hex())
"""

FAULTY = """
from xiangqi.core.jit import kernel

@kernel("int64(int64)")
def sound(number):
    return number

@kernel({signature!r})
def faulty(number):
    return {result}
"""

WAIT_IN_COPIES = """
import os
import sys
import time
from xiangqi.core.build.builder import several_at_once

def wait(_):
    os.write(1, b"waiting")
    if "killed" in sys.argv:
        os.kill(os.getpid(), 9)
    time.sleep(600)

with several_at_once() as several:
    list(several(wait, [1]))
"""


def made(source: str, folder: Path, *words: str) -> str:
    """Write a module beside a folder, build its kernels in there, and return what was said on stderr."""
    folder.with_name("sample.py").write_text(source, encoding="utf-8")
    paths = os.pathsep.join([str(folder.parent), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", MAKE, str(folder), *words],
        env=os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert bool(done.stderr) == bool(done.returncode), done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a library of the sample's kernels."""
    folder = tmp_path_factory.mktemp("sample") / "kernels"
    assert made(SAMPLE, folder) == ""
    return folder


@pytest.fixture(scope="module")
def library(folder: Path) -> KernelLibrary:
    return KernelLibrary(folder)


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """The same library, to be spoilt."""
    return Path(shutil.copytree(folder, tmp_path / "copy"))


# ---- Calls ------------------------------------------------------------------------------------------------


def test_kernels_are_called_from_python_and_from_kernels(library: KernelLibrary) -> None:
    names = ("quotient", "weighted", "fill", "first_word", "factorial", "spread", "share", "clipped", "later")
    assert set(library.signatures) == {f"sample.{name}" for name in names}
    assert "sample.missing" not in library.signatures
    values = np.array([3, -4, 5], dtype=np.int64)
    weights = np.array([10, 100, 1000], dtype=np.int64)
    assert library.functions["sample.weighted"](values, weights, 10) == 463
    assert library.functions["sample.weighted"](values[1:], weights[:2], np.int64(-3)) == -154
    assert library.functions["sample.quotient"](-7, 2) == -4
    assert library.functions["sample.quotient"](-(2**63), 1) == -(2**63)
    assert library.functions["sample.factorial"](20) == 2432902008176640000
    assert library.functions["sample.first_word"](np.array([7, 1, *[0] * 6], dtype=np.uint8)) == 263
    assert library.functions["sample.fill"](values[:2], -1) is None
    assert values.tolist() == [-1, -1, 5]


def test_arrays_of_bytes_and_of_two_dimensions(library: KernelLibrary) -> None:
    table = np.arange(6, dtype=np.int64).reshape(2, 3)
    few = np.array([7, 250, 0], dtype=np.uint8)
    assert library.functions["sample.spread"](table, few) == 2 * 1000 + 3 * 10 + 3
    assert table.tolist() == [[7, 251, 2], [10, 254, 5]]
    spread = library.functions["sample.spread"]
    for wrong in (
        (few, few),
        (table.reshape(-1), few),
        (table, table),
        (table.astype(np.uint8), few),
        (table, few.view(np.int8)),
    ):
        with pytest.raises(TypeError):
            spread(*wrong)
    with pytest.raises(ValueError, match="contiguous"):
        spread(table.T, few)


def test_a_kernel_calls_kernels(library: KernelLibrary) -> None:
    values = np.zeros(5, dtype=np.int64)
    assert library.functions["sample.share"](values, 7) == 17
    assert values.tolist() == [7] * 5
    with pytest.raises(ArithmeticError):
        library.functions["sample.share"](values, 0)


def test_kernels_call_each_other_whichever_is_defined_first(library: KernelLibrary) -> None:
    clipped = library.functions["sample.clipped"]
    assert [clipped(number) for number in (1, 5, 7, 50, 100)] == [3, 5, 7, 9, 5]


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are translated in one process there")
def test_several_processes_build_the_same_library_as_one(folder: Path) -> None:
    alone = folder.with_name("alone")
    assert made(SAMPLE, alone, "alone") == ""
    for name in (path.name for path in folder.iterdir() if path.name != ".lock"):
        assert (alone / name).read_bytes() == (folder / name).read_bytes(), name


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are translated in one process there")
def test_kernels_for_macos_have_the_same_names_whatever_was_translated_before(tmp_path: Path) -> None:
    """Zig keeps the names in libraries for macOS; Numba numbers what it adds to kernels in each process."""
    (tmp_path / "sample.py").write_text(WITH_TABLES, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    command = [sys.executable, "-c", COMPILE_FOR_MACOS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    apart, together = map(bytes.fromhex, done.stdout.split())
    assert b"_sample.clipped_and_chosen" in apart
    assert apart == together


def test_a_kernel_that_fails_raises(library: KernelLibrary) -> None:
    for _ in range(3):
        with pytest.raises(ArithmeticError):
            library.functions["sample.quotient"](1, 0)
    ones = np.ones(4, dtype=np.int64)
    with pytest.raises(ArithmeticError):
        library.functions["sample.weighted"](ones, ones, 0)
    with pytest.raises(ArithmeticError):
        library.functions["sample.first_word"](np.zeros(7, dtype=np.uint8))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (np.zeros(2, dtype=np.int64),),
        (np.zeros(2, dtype=np.int64), 1, 2),
        (np.zeros(2, dtype=np.int64), 1.5),
        (np.zeros(2, dtype=np.int64), "1"),
        (np.zeros(2, dtype=np.float64), 1),
        (np.zeros(2, dtype=np.int32), 1),
        (np.zeros(2, dtype=np.uint64), 1),
        (b"12345678", 1),
        ([1, 2], 1),
        (None, 1),
        (1, np.zeros(2, dtype=np.int64)),
    ],
)
def test_wrong_arguments_are_refused(library: KernelLibrary, arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, BufferError)):
        library.functions["sample.fill"](*arguments)


def test_arrays_that_a_kernel_could_not_use_are_refused(library: KernelLibrary) -> None:
    constant = np.zeros(2, dtype=np.int64)
    constant.flags.writeable = False
    for array in (np.zeros(4, dtype=np.int64)[::2], constant):
        with pytest.raises(ValueError, match=r"contiguous|read-only"):
            library.functions["sample.fill"](array, 7)
        assert not array.any()
    with pytest.raises(OverflowError):
        library.functions["sample.fill"](np.zeros(2, dtype=np.int64), 2**63)


def test_arguments_are_let_go_of(library: KernelLibrary) -> None:
    array = np.ones(2, dtype=np.int64)
    weighted = library.functions["sample.weighted"]
    before = sys.getrefcount(array)
    for divisor in (1, 0, None):
        for _ in range(10):
            with contextlib.suppress(ArithmeticError, TypeError):
                weighted(array, array, divisor)
    gc.collect()
    assert sys.getrefcount(array) == before
    array.resize(4, refcheck=True)


# ---- Loading ----------------------------------------------------------------------------------------------


def test_damaged_libraries_are_not_loaded(copy: Path) -> None:
    (plain, *_) = json.loads((copy / INDEX).read_bytes())["libraries"]
    file = copy / plain["file"]
    data = file.read_bytes()
    middle = len(data) // 2
    for content in (b"", data[:middle], data[:-1], data[:middle] + b"?" + data[middle + 1 :], data + b"\0"):
        file.write_bytes(content)
        with pytest.raises(KernelError, match="damaged"):
            KernelLibrary(copy)
    file.unlink()
    with pytest.raises(KernelError, match="not been built"):
        KernelLibrary(copy)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"sources": []}', "null", "[" * 200_000, '{"sources": ' + "[" * 200_000]
)
def test_a_damaged_index_is_refused(copy: Path, content: str) -> None:
    (copy / INDEX).write_text(content, encoding="utf-8")
    with pytest.raises(KernelError, match="cannot be loaded"):
        KernelLibrary(copy)


@pytest.mark.parametrize("gone", ["libraries", "signatures", "python", "sources", "digest"])
def test_an_index_that_lacks_something_is_refused(copy: Path, gone: str) -> None:
    index = json.loads((copy / INDEX).read_bytes())
    del index[gone]
    (copy / INDEX).write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(KernelError, match="cannot be loaded"):
        KernelLibrary(copy)


@pytest.mark.parametrize("libraries", [[], {}, "", None, 3, [[]], [{}], [None], [{"file": "\0", "level": 1}]])
def test_an_index_without_a_library_is_refused(copy: Path, libraries: object) -> None:
    index = json.loads((copy / INDEX).read_bytes())
    (copy / INDEX).write_text(json.dumps(index | {"libraries": libraries}), encoding="utf-8")
    with pytest.raises(KernelError, match="cannot be loaded"):
        KernelLibrary(copy)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="There are no named pipes")
def test_a_pipe_in_place_of_a_file_is_refused(copy: Path) -> None:
    index = json.loads((copy / INDEX).read_bytes())
    for name in (index["libraries"][0]["file"], INDEX):
        (copy / name).unlink()
        os.mkfifo(copy / name)
        with pytest.raises(KernelError, match="named pipe"):
            KernelLibrary(copy)


def _spoil(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def _make_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


@pytest.mark.parametrize("spoil", [_spoil, Path.unlink, _make_pipe])
def test_without_the_best_library_the_plain_one_is_loaded(copy: Path, spoil: Callable[[Path], None]) -> None:
    if KernelLibrary(copy).level == 1:
        pytest.skip("This processor has only the plain library")
    better = json.loads((copy / INDEX).read_bytes())["libraries"][1]["file"]
    spoil(copy / better)
    library = KernelLibrary(copy)
    assert library.level == 1
    assert better in library.fault
    assert library.functions["sample.factorial"](10) == 3628800
    assert not KernelLibrary(FOLDER).fault


def test_a_folder_without_kernels_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match="not been built"):
        KernelLibrary(tmp_path)


def test_a_library_for_another_system_is_refused(copy: Path) -> None:
    index = json.loads((copy / INDEX).read_bytes())
    foreign = b"MZ of another system"
    (copy / "other").write_bytes(foreign)
    entry = {"file": "other", "level": 1, "sha256": hashlib.sha256(foreign).hexdigest()}
    (copy / INDEX).write_text(json.dumps(index | {"libraries": [entry]}), encoding="utf-8")
    with pytest.raises(KernelError, match="cannot be loaded"):
        KernelLibrary(copy)


def test_changed_sources_are_noticed_and_frozen_ones_are_not_asked_for(copy: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(PACKAGE / "core", package / "core", ignore=shutil.ignore_patterns("__pycache__"))
    index = json.loads((copy / INDEX).read_bytes())
    digest = digest_of(package, index["sources"])
    (copy / INDEX).write_text(json.dumps(index | {"digest": digest}), encoding="utf-8")
    KernelLibrary(copy, package)
    for name in ("core/constants.py", "core/build/call_wrapper.c", "core/compiler/loader.py"):
        before = (package / name).read_bytes()
        (package / name).write_bytes(before + b"\n")
        with pytest.raises(KernelError, match="changed"):
            KernelLibrary(copy, package)
        (package / name).unlink()
        with pytest.raises(KernelError, match="changed"):
            KernelLibrary(copy, package)
        (package / name).write_bytes(before)
    KernelLibrary(copy, package)
    shutil.rmtree(package)
    KernelLibrary(copy, package)


def test_help_builds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        builder.main(["--help"])
    assert (ended.value.code, list(tmp_path.iterdir())) == (0, [])


def test_the_library_for_this_processor_is_chosen_whatever_their_order(copy: Path) -> None:
    index = json.loads((copy / INDEX).read_bytes())
    levels = [entry["level"] for entry in index["libraries"]]
    assert levels[0] == 1
    has_third = {"avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "abm"} <= set(_flags())
    assert KernelLibrary(copy).level == (3 if has_third and 3 in levels else 1)
    (copy / INDEX).write_text(json.dumps(index | {"libraries": index["libraries"][:1]}), encoding="utf-8")
    plain = KernelLibrary(copy)
    assert plain.level == 1
    assert plain.functions["sample.factorial"](10) == 3628800


def _flags() -> list[str]:
    lines = (
        Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    )
    return next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), [])


# ---- Building ---------------------------------------------------------------------------------------------


def test_a_library_depends_on_no_python_and_on_no_c_library(folder: Path) -> None:
    if shutil.which("nm") is None or sys.platform != "linux":
        pytest.skip("nm is missing")
    for library in folder.glob("*.so"):
        listed = subprocess.run(
            ["nm", "-D", "-u", str(library)], capture_output=True, text=True, check=True
        ).stdout
        assert {line.split()[-1] for line in listed.splitlines()} <= {"memcpy", "memmove", "memset"}


def test_a_library_names_no_place_of_the_machine_that_built_it(folder: Path) -> None:
    """Numba would note where a failure was written, and its own files lie elsewhere in every environment."""
    for library in folder.glob("kernels*.*"):
        data = library.read_bytes()
        for place in (str(folder.parent), str(ROOT), sys.prefix, "numba/"):
            assert place.encode() not in data


def test_nothing_else_is_left_in_the_folder(folder: Path) -> None:
    index = json.loads((folder / INDEX).read_bytes())
    named = {entry["file"] for entry in index["libraries"]}
    assert {path.name for path in folder.iterdir()} == named | {INDEX, ".lock"}


@pytest.mark.parametrize(
    ("signature", "result", "reason"),
    [
        ("int64(int64)", "sound(number=number)", "Keyword arguments are not supported"),
        ("int64(int64", "number", "never closed"),
    ],
)
def test_a_kernel_that_cannot_be_translated_is_named_and_nothing_is_left(
    signature: str, result: str, reason: str, tmp_path: Path
) -> None:
    folder = tmp_path / "kernels"
    said = made(FAULTY.format(signature=signature, result=result), folder)
    assert "KernelError: the kernel sample.faulty cannot be translated: " in said
    assert reason in said
    assert [path.name for path in folder.iterdir()] == [".lock"]


@pytest.mark.skipif(sys.platform != "linux", reason="copies of the builder are made there")
def test_the_copies_of_a_builder_that_is_killed_end_as_well() -> None:
    """They would keep the lock of the folder, and the next builder would wait for it in vain."""
    with subprocess.Popen([sys.executable, "-c", WAIT_IN_COPIES], cwd=ROOT, stdout=subprocess.PIPE) as killed:
        assert killed.stdout is not None
        assert killed.stdout.read(7) == b"waiting"
        killed.kill()
        assert killed.communicate(timeout=300)[0] == b""  # once nobody can write there any more


@pytest.mark.skipif(sys.platform != "linux", reason="copies of the builder are made there")
def test_a_copy_whose_builder_was_killed_before_it_had_begun_ends() -> None:
    """Linux tells only of a parent that ends later."""
    late = "import os; from xiangqi.core.build import builder; builder._end_with_parent(os.getpid())"
    assert subprocess.run([sys.executable, "-c", late], cwd=ROOT, check=False).returncode == -signal.SIGKILL


@pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1, reason="the builder makes no copies"
)
def test_a_copy_of_the_builder_that_is_killed_is_told_of() -> None:
    command = [sys.executable, "-c", WAIT_IN_COPIES, "killed"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("killed, perhaps for want of memory")


def test_the_programs_own_library_has_every_kernel() -> None:
    """Whoever runs the tests has had it built."""
    kernels = {
        f"xiangqi.{'.'.join(path.relative_to(PACKAGE).with_suffix('').parts)}.{node.name}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and any(_is_kernel(decorator) for decorator in node.decorator_list)
    }
    assert len(kernels) > 200
    assert set(KernelLibrary(FOLDER).signatures) == kernels


def _is_kernel(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Name)
        and decorator.func.id == "kernel"
    )


def test_sources_are_kernels_what_they_import_and_the_builder() -> None:
    names = kernel_sources()
    assert {
        "core/movegen.py",
        "core/constants.py",
        "engine/common/techniques.py",
        "tables/setkernels.py",
    } <= set(names)
    assert {"core/build/call_wrapper.c", "core/build/translator.py", "core/compiler/loader.py"} <= set(names)
    assert not {"engine/options.py", "library/schema.py"} & set(names)


def test_a_module_that_is_imported_by_its_name_alone_is_a_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = tmp_path / "xiangqi" / "core"
    core.mkdir(parents=True)
    for name, text in {
        "kernels": "from xiangqi.core import sizes as s\n\n@kernel('int64()')\ndef size(): return s.A\n",
        "sizes": "from xiangqi.core.more import (\n    A,\n)\n",
        "more": "import xiangqi.core.most as m\nA = m.A\n",
        "most": "from xiangqi.core.few import A\n",
        "few/__init__": "A = 1\n",
        "others": "from xiangqi.core import sizes\n",
    }.items():
        (core / f"{name}.py").parent.mkdir(exist_ok=True)
        (core / f"{name}.py").write_text(text, encoding="utf-8")
    builds = core / "build"
    builds.mkdir()
    monkeypatch.setattr(builder, "PACKAGE", tmp_path / "xiangqi")
    monkeypatch.setattr(builder, "__file__", str(builds / "builder.py"))
    sources = [f"core/{name}.py" for name in ("few/__init__", "kernels", "more", "most", "sizes")]
    assert kernel_sources() == sources


def test_a_system_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match=this_system() if this_system() in TARGETS else "linux"):
        build(tmp_path / "kernels", "plan9-mips")
    assert not (tmp_path / "kernels").exists()


def test_without_a_compiler_the_command_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "xiangqi", "build-kernels", str(tmp_path)],
        env=os.environ | {"PATH": str(tmp_path), "LC_ALL": "C"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "no C compiler" in done.stderr
    assert "ziglang" in done.stderr
