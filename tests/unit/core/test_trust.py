"""Machine code is loaded from files that nobody else can have written, and from no others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from xiangqi.core.compiler import kernel_cache
from xiangqi.core.compiler.image import load
from xiangqi.core.compiler.trust import is_trusted, read_trusted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and permissions of POSIX")
as_root = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away"
)

STRANGER = 12_345


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file as the program makes them, two folders deep."""
    path = tmp_path / "cache" / "version" / "kernels.image"
    path.parent.mkdir(parents=True, mode=0o700)
    path.write_bytes(b"code")
    path.chmod(0o600)
    return path


def test_what_is_ours_is_read(file: Path) -> None:
    assert read_trusted(file) == b"code"
    file.chmod(0o644)
    assert read_trusted(file) == b"code"
    assert read_trusted(file.with_name("missing")) is None
    assert read_trusted(file.parent) is None


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_read(file: Path, mode: int) -> None:
    file.chmod(mode)
    assert read_trusted(file) is None
    assert load(file) is None


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_no_folder_on_the_way_may_be_open_to_others(file: Path, level: int, mode: int) -> None:
    file.parents[level].chmod(mode)
    assert read_trusted(file) is None
    file.parents[level].chmod(mode & 0o755)
    assert read_trusted(file) == b"code"


def test_in_a_folder_such_as_tmp_only_what_is_ours_counts(file: Path) -> None:
    file.parents[1].chmod(0o1777)
    assert read_trusted(file) == b"code"


@as_root
def test_in_a_folder_such_as_tmp_a_strangers_things_do_not_count(file: Path) -> None:
    file.parents[1].chmod(0o1777)
    os.chown(file.parent, STRANGER, STRANGER)
    assert read_trusted(file) is None


@as_root
@pytest.mark.parametrize("level", [0, 1])
def test_a_strangers_file_or_folder_is_not_trusted(file: Path, level: int) -> None:
    os.chown([file, *file.parents][level], STRANGER, STRANGER)
    assert read_trusted(file) is None


def test_own_links_are_followed_and_what_they_lead_to_is_judged(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(file.parents[1])
    there = link / "version" / ".." / "version" / file.name
    assert read_trusted(there) == b"code"
    file.parents[1].chmod(0o777)
    assert read_trusted(there) is None


@as_root
def test_a_strangers_link_leads_nowhere(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(file.parents[1])
    os.lchown(link, STRANGER, STRANGER)
    assert read_trusted(link / "version" / file.name) is None
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert not is_trusted(loop)


def test_what_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.image")
    assert read_trusted(tmp_path / "pipe.image") is None


# ---- What the cache makes of it ----


@pytest.fixture
def no_cache_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "restored afterwards")
    monkeypatch.delenv("NUMBA_CACHE_DIR")


def open_folder(folder: Path) -> None:
    folder.chmod(0o777)


def give_away(folder: Path) -> None:
    os.chown(folder, STRANGER, STRANGER)


@pytest.mark.usefixtures("no_cache_named")
@pytest.mark.parametrize("spoil", [open_folder, pytest.param(give_away, marks=as_root)])
def test_a_spoilt_folder_is_left_for_another(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    kernels = home / "cache" / "kernels"
    kernels.mkdir(parents=True)
    spoil(kernels)
    kernel_cache.prepare_cache()
    assert Path(os.environ["NUMBA_CACHE_DIR"]).parent == tmp_path / f"xiangqi-{os.getuid()}"


@pytest.mark.usefixtures("no_cache_named")
def test_a_planted_folder_for_temporary_files_is_not_used(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.write_text("a file where the folder should be")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o777)
    elsewhere.chmod(0o777)
    (tmp_path / f"xiangqi-{os.getuid()}").symlink_to(elsewhere)
    kernel_cache.prepare_cache()
    assert "NUMBA_CACHE_DIR" not in os.environ
    assert not list(elsewhere.iterdir())


def test_a_named_folder_that_others_can_write_is_not_used(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "named"
    named.mkdir()
    named.chmod(0o777)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(named))
    kernel_cache.prepare_cache()
    assert Path(os.environ["NUMBA_CACHE_DIR"]).parent == home.resolve() / "cache" / "kernels"


@pytest.mark.usefixtures("no_cache_named")
def test_new_folders_are_private_whatever_the_umask(home: Path) -> None:
    before = os.umask(0)
    try:
        kernel_cache.prepare_cache()
    finally:
        os.umask(before)
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    assert is_trusted(folder)
    while folder != home.parent:
        assert folder.stat().st_mode & 0o077 == 0
        folder = folder.parent


@pytest.mark.usefixtures("no_cache_named")
def test_an_image_in_a_home_that_cannot_be_written_is_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_cache.prepare_cache()
    kernel_cache.image_path("some processor").write_bytes(b"code")
    chosen = os.environ.pop("NUMBA_CACHE_DIR")

    def refuse(*_arguments: object, **_options: object) -> None:
        raise OSError("nothing can be written, nor is there a folder for temporary files")

    monkeypatch.setattr(Path, "touch", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setattr("tempfile.gettempdir", refuse)
    kernel_cache.prepare_cache()
    assert os.environ["NUMBA_CACHE_DIR"] == chosen
    assert not kernel_cache.is_cold()
    assert home.exists()
