"""Images of kernels: the gates that lead into them, and damaged files. They are made by other processes."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from xiangqi.core import jit
from xiangqi.core.compiler.image import Image, load

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")

SAMPLE = """
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

@kernel("int64(int64)")
def factorial(number):
    return 1 if number < 2 else number * factorial(number - 1)
"""

CALLER = """
from sample import factorial, fill, quotient
from xiangqi.core.jit import kernel

@kernel("int64(int64[::1], int64)")
def share(values, divisor):
    fill(values, divisor)
    return quotient(factorial(len(values)), divisor)
"""

MAKE = """
import sys
from pathlib import Path
from xiangqi.core.compiler import steering
from xiangqi.core.compiler.foundry import Foundry

foundry = Foundry()
half, image = (Path(name) for name in sys.argv[1:])
if half.exists():
    steering.translate = foundry.translate
    import sample
    image.write_bytes(foundry.image(half.read_bytes()))
else:
    steering.translate = foundry.declare
    import sample
    steering.translate = foundry.translate
    import caller
    half.write_bytes(foundry.half())
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An image of the sample's kernels and of one that calls them, translated by two processes."""
    folder = tmp_path_factory.mktemp("sample")
    (folder / "sample.py").write_text(SAMPLE, encoding="utf-8")
    (folder / "caller.py").write_text(CALLER, encoding="utf-8")
    paths = [str(folder), str(Path(__file__).parents[3])]
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", MAKE, str(folder / "caller.half"), str(folder / "sample.image")],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    return folder / "sample.image"


@pytest.fixture(scope="module")
def image(file: Path) -> Image:
    return Image(file.read_bytes())


def test_kernels_are_called_from_python_and_from_kernels(image: Image) -> None:
    names = ("sample.quotient", "sample.weighted", "sample.fill", "sample.factorial", "caller.share")
    assert set(image) == set(names)
    assert "sample.missing" not in image
    values = np.array([3, -4, 5], dtype=np.int64)
    weights = np.array([10, 100, 1000], dtype=np.int64)
    assert image.function("sample.weighted")(values, weights, 10) == 463
    assert image.function("sample.weighted")(values[1:], weights[:2], np.int64(-3)) == -154
    assert image.function("sample.quotient")(-7, 2) == -4
    assert image.function("sample.quotient")(-(2**63), 1) == -(2**63)
    assert image.function("sample.factorial")(20) == 2432902008176640000
    assert image.function("sample.fill")(values[:2], -1) is None
    assert values.tolist() == [-1, -1, 5]


def test_a_kernel_calls_those_that_another_process_translated(image: Image) -> None:
    values = np.zeros(5, dtype=np.int64)
    assert image.function("caller.share")(values, 7) == 17
    assert values.tolist() == [7] * 5
    with pytest.raises(ArithmeticError):
        image.function("caller.share")(values, 0)


def test_a_kernel_that_fails_raises(image: Image) -> None:
    for _ in range(3):
        with pytest.raises(ArithmeticError):
            image.function("sample.quotient")(1, 0)
    ones = np.ones(4, dtype=np.int64)
    with pytest.raises(ArithmeticError):
        image.function("sample.weighted")(ones, ones, 0)


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
def test_wrong_arguments_are_refused(image: Image, arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, BufferError)):
        image.function("sample.fill")(*arguments)


def test_arrays_that_a_kernel_could_not_use_are_refused(image: Image) -> None:
    constant = np.zeros(2, dtype=np.int64)
    constant.flags.writeable = False
    for array in (np.zeros(4, dtype=np.int64)[::2], constant):
        with pytest.raises(ValueError, match=r"contiguous|read-only"):
            image.function("sample.fill")(array, 7)
        assert not array.any()
    with pytest.raises(OverflowError):
        image.function("sample.fill")(np.zeros(2, dtype=np.int64), 2**63)


def test_arguments_are_let_go_of(image: Image) -> None:
    array = np.ones(2, dtype=np.int64)
    weighted = image.function("sample.weighted")
    before = sys.getrefcount(array)
    for divisor in (1, 0, None):
        for _ in range(10):
            with contextlib.suppress(ArithmeticError, TypeError):
                weighted(array, array, divisor)
    gc.collect()
    assert sys.getrefcount(array) == before
    array.resize(4, refcheck=True)


def test_damaged_files_are_not_loaded(file: Path, tmp_path: Path) -> None:
    data = file.read_bytes()
    damaged = tmp_path / "damaged"
    middle = len(data) // 2
    for content in (
        b"",
        data[:10],
        data[:middle],
        data[:-1],
        data[:middle] + b"?" + data[middle + 1 :],
        data + b"\0",
    ):
        damaged.write_bytes(content)
        assert load(damaged) is None
    assert load(tmp_path / "missing") is None
    assert load(tmp_path) is None


def test_the_programs_own_image_has_all_its_kernels() -> None:
    """Whoever runs the tests has had it made."""
    code = """
import json, sys
from xiangqi.core import jit
from xiangqi.core.compiler import kernel_cache, steering
import xiangqi.engine.worker
print(json.dumps([jit._image is not None, "numba" in sys.modules, kernel_cache.is_cold()]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    imaged, loads_numba, cold = json.loads(done.stdout)
    assert imaged
    assert not loads_numba
    assert not cold
