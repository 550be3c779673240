"""The compiler's tricks hold on to private parts of Numba: each is taken away once, and kernels come out right.

From the best way to the last: the image, Numba with the tricks, Numba without, Python. Each case needs a
process of its own; the kernels are small, and compile in seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.core import jit

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")

ROOT = Path(__file__).parents[3]
SAMPLE = """
from xiangqi.core.compiler.dialect import prefetch
from xiangqi.core.jit import kernel

@kernel("int64(int64, int64)", inline=True)
def twice(number, more):
    return 2 * number + more

@kernel("int64(int64[::1], int64)")
def picked(values, index):
    prefetch(values, index)
    return twice(values[index], 1)
"""

BY_NUMBA = """
import numpy as np
import sample
from xiangqi.core import jit
assert jit.COMPILED
assert sample.picked.signatures, "interpreted"
print(sample.picked(np.array([3, 4, 5], dtype=np.int64), 2), "plain" if jit._plain else "with tricks")
"""

BY_FOUNDRY = """
import numpy as np
from xiangqi import launch
from xiangqi.core.compiler import foundry, image, kernel_cache
kernel_cache.kernel_modules = lambda: ["sample"]
foundry._first_half = lambda: []
launch.own_command = lambda *_words: [sys.executable, "-c", SECOND]
made = image.Image(foundry._packed_image())
print(made.function("sample.picked")(np.array([3, 4, 5], dtype=np.int64), 2), *sorted(made))
"""

SECOND_HALF = """
import sys
from xiangqi.core.compiler import foundry, kernel_cache
kernel_cache.kernel_modules = lambda: ["sample"]
foundry._first_half = lambda: []
foundry.main([])
"""

OTHER_INDICES = """
from xiangqi.core.compiler import dialect
import contextlib

@contextlib.contextmanager
def changed():
    raise TypeError("fix_integer_index takes other arguments now")
    yield

dialect.trusted_indices = changed
"""
WITHOUT_PREFETCHING = """
from llvmlite import ir
def gone(*_arguments):
    raise AttributeError("declare_intrinsic")
ir.Module.declare_intrinsic = gone
"""
WITHOUT_OPTIONS = """
import numba
real = numba.njit
def njit(*signature, **options):
    if set(options) - {"cache", "nogil"}:
        raise KeyError("Unrecognized options")
    return real(*signature, **options)
numba.njit = njit
"""
NO_ROOM = """
import errno
from numba.core import caching
def full(*_arguments):
    raise OSError(errno.ENOSPC, "No space left on device")
caching.IndexDataCacheFile.save = full
"""
IN_PIECES = "from xiangqi.core.compiler import image\nimage.lies_together = lambda: False\n"
NO_FEATURES = """
from numba.core.registry import cpu_target
del cpu_target.target_context.codegen()._tm_features
"""
NO_LIBRARIES = "from numba.core import codegen\ndel codegen.JITCodeLibrary\n"


def run(code: str, folder: Path, second: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python where the sample is, with an empty cache."""
    (folder / "sample.py").write_text(SAMPLE, encoding="utf-8")
    paths = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-c", f"import sys\nSECOND = {second!r}\n{code}"],
        env=os.environ | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": os.environ["NUMBA_CACHE_DIR"]},
        capture_output=True,
        text=True,
        check=False,
    )


def result(code: str, folder: Path, second: str = "") -> str:
    done = run(code, folder, second)
    assert done.returncode == 0, done.stderr
    assert "interpreted" not in done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("without", "way"),
    [
        ("", "with tricks"),
        (WITHOUT_OPTIONS, "plain"),
        (OTHER_INDICES, "plain"),
        (WITHOUT_PREFETCHING, "plain"),
        (NO_ROOM, "with tricks"),
    ],
    ids=["nothing", "options", "indices", "prefetching", "room"],
)
def test_numba_beside_the_image(tmp_path: Path, without: str, way: str) -> None:
    assert result(without + BY_NUMBA, tmp_path) == f"11 {way}"


def test_indices_are_left_alone_where_numba_has_no_such_handle(tmp_path: Path) -> None:
    code = (
        "from numba.np import arrayobj\n"
        "from xiangqi.core.compiler.dialect import trusted_indices\n"
        "del arrayobj.fix_integer_index\n"
        "with trusted_indices():\n"
        "    print(hasattr(arrayobj, 'fix_integer_index'))\n"
    )
    assert result(code, tmp_path) == "False"


@pytest.mark.parametrize("second", [SECOND_HALF, "raise SystemExit(3)", "import os; os.kill(os.getpid(), 9)"])
def test_an_image_by_two_processes_or_by_one(tmp_path: Path, second: str) -> None:
    assert result(BY_FOUNDRY, tmp_path, second) == "11 sample.picked sample.twice"


@pytest.mark.parametrize("without", [IN_PIECES, NO_FEATURES], ids=["one piece of memory", "features"])
def test_an_image_without_short_addresses(tmp_path: Path, without: str) -> None:
    assert result(without + BY_FOUNDRY, tmp_path, SECOND_HALF) == "11 sample.picked sample.twice"


def test_types_are_looked_up_where_numba_cannot_remember_them() -> None:
    code = "from xiangqi.core.compiler.foundry import _remember_types; _remember_types(object()); print('done')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr


def test_a_numba_with_other_insides_makes_no_image_and_that_is_noted(tmp_path: Path) -> None:
    code = NO_LIBRARIES + (
        "from pathlib import Path\n"
        "from xiangqi.core.compiler import foundry, kernel_cache\n"
        f"target = Path({str(tmp_path)!r}, 'kernels.image')\n"
        "try:\n"
        "    foundry.build(target)\n"
        "except AttributeError:\n"
        "    print(kernel_cache.is_refused(target), target.exists())\n"
    )
    assert result(code, tmp_path) == "True False"


def test_a_prefetch_is_an_instruction(tmp_path: Path) -> None:
    code = (
        "from xiangqi.core.compiler import foundry, steering\n"
        "made = foundry.Foundry()\n"
        "steering.translate = made.translate\n"
        "import sample\n"
        "print('llvm.prefetch' in str(made._linked()))\n"
    )
    assert result(code, tmp_path) == "True"
