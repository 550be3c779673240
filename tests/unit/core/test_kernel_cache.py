"""Where compiled kernels are kept, and when others are."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from xiangqi.core.compiler import kernel_cache

ROOT = Path(__file__).parents[3]
OWN = f"xiangqi-{os.getuid() if hasattr(os, 'getuid') else 'kernels'}"


@pytest.fixture
def no_cache_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "restored afterwards")
    monkeypatch.delenv("NUMBA_CACHE_DIR")


@pytest.mark.usefixtures("no_cache_named")
def test_cache_lies_in_the_cache_folder(home: Path) -> None:
    kernel_cache.prepare_cache()
    assert Path(os.environ["NUMBA_CACHE_DIR"]).parent == home.resolve() / "cache" / "kernels"


@pytest.mark.usefixtures("no_cache_named")
def test_a_folder_that_another_process_has_just_made_is_used(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel_cache.prepare_cache()
    made = os.environ.pop("NUMBA_CACHE_DIR")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "exists", lambda _: False)
        kernel_cache.prepare_cache()
    assert os.environ["NUMBA_CACHE_DIR"] == made
    assert Path(made).is_relative_to(home.resolve())


@pytest.mark.usefixtures("no_cache_named")
def test_cache_goes_elsewhere_when_the_folder_cannot_be_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.write_text("a file where the folder should be")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    kernel_cache.prepare_cache()
    assert Path(os.environ["NUMBA_CACHE_DIR"]).parent == tmp_path / "temporary" / OWN


@pytest.mark.usefixtures("no_cache_named")
def test_a_cache_that_the_user_names_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/of/the/user")
    kernel_cache.prepare_cache()
    assert os.environ["NUMBA_CACHE_DIR"] == "/of/the/user"


def test_changed_sources_and_flags_change_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "xiangqi"
    for folder in (*kernel_cache.KERNEL_FOLDERS, *kernel_cache.ASKED_FOLDERS):
        shutil.copytree(
            ROOT / "xiangqi" / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    monkeypatch.setattr(kernel_cache, "_PACKAGE", package)
    names = [kernel_cache.fingerprint()]
    assert names[0] == kernel_cache.fingerprint()
    for name in (
        "core/chase.py",
        "core/constants.py",
        "core/compiler/gates.py",
        "engine/search/search.py",
        "engine/common/techniques.py",
        "tables/treeprobe.py",
    ):
        with (package / name).open("a", encoding="utf-8") as source:
            source.write("# changed\n")
        names.append(kernel_cache.fingerprint())
    with (package / "engine" / "options.py").open("a", encoding="utf-8") as source:
        source.write("# has no kernel, and none depends on it\n")
    assert kernel_cache.fingerprint() == names[-1]
    for flag in kernel_cache.FLAGS:
        monkeypatch.setenv(flag, "changed")
        names.append(kernel_cache.fingerprint())
    assert len(set(names)) == len(names)


def test_kernels_of_other_versions_are_forgotten_after_a_month(tmp_path: Path) -> None:
    old, recent, current = (tmp_path / f"{letter * 16}" for letter in "abc")
    other = tmp_path / "not of the program"
    for folder in (old, recent, current, other):
        folder.mkdir()
        (folder / "kernel.nbi").touch()
    os.utime(old, (0, 0))
    os.utime(other, (0, 0))
    os.utime(current, (0, 0))
    kernel_cache.forget_unused(tmp_path, current)
    assert not old.exists()
    assert other.exists()
    assert recent.exists()
    assert (current / "kernel.nbi").exists()


@pytest.mark.usefixtures("no_cache_named")
def test_the_cache_is_cold_until_there_is_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    assert kernel_cache.is_cold()
    kernel_cache.prepare_cache()
    assert kernel_cache.is_cold()
    folder = Path(os.environ["NUMBA_CACHE_DIR"]) / "core_0123"
    folder.mkdir()
    kernel = folder / "movegen.generate.nbi"
    kernel.touch()
    assert not kernel_cache.is_cold()
    kernel.unlink()
    assert kernel_cache.is_cold()
    kernel_cache.image_path("some processor").touch()
    assert not kernel_cache.is_cold()


@pytest.mark.usefixtures("no_cache_named")
def test_an_image_is_for_one_processor() -> None:
    kernel_cache.prepare_cache()
    paths = {kernel_cache.image_path(processor) for processor in ("one", "another", "one")}
    assert len(paths) == 2
    assert {path.parent for path in paths} == {Path(os.environ["NUMBA_CACHE_DIR"])}


@pytest.mark.usefixtures("no_cache_named")
def test_nothing_is_compiled_where_numba_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not kernel_cache.is_cold()
