"""The files of a release: complete, the same each time, and what a desktop needs."""

from __future__ import annotations

import configparser
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from xiangqi import __version__

pytest.importorskip("lief")

from tools.release import distributions, linux_packages
from tools.release.distributions import KERNELS, ReleaseError
from tools.release.replaying import EMULATORS, try_emulated
from xiangqi.core.build.builder import TARGETS
from xiangqi.core.compiler.loader import FOLDER, KernelLibrary
from xiangqi.ladder import FULL_STRENGTH

ROOT = Path(__file__).parents[2]
REPLAY = ROOT / "tools" / "release" / "replay.c"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"

with_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb, which Debian has")


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release of what is quick."""
    folder = tmp_path_factory.mktemp("release")
    command = [sys.executable, "-m", "tools.release", "--out", str(folder), "--only", "sdist", "native"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_checksums_and_report_name_every_file(release: Path) -> None:
    names = {path.name for path in release.iterdir()} - {"REPORT.md", "SHA256SUMS"}
    assert any(name.endswith(".whl") for name in names)
    assert f"xiangqi_game-{__version__}.tar.gz" in names
    sums = dict(reversed(line.split("  ")) for line in (release / "SHA256SUMS").read_text().splitlines())
    assert sums == {name: hashlib.sha256((release / name).read_bytes()).hexdigest() for name in names}
    report = (release / "REPORT.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in report for name in names)
    assert report.count("made twice, equal byte for byte") == 2
    assert "perft 4 right, nodes " in report


def test_the_readme_names_every_file(program: Path, tmp_path: Path) -> None:
    from hatch_build import _TAGS

    made = [linux_packages.portable(program, tmp_path).name, f"xiangqi_game-{__version__}.tar.gz"]
    if shutil.which("dpkg-deb"):
        made.append(linux_packages.debian(program, tmp_path).name)
    assert set(_TAGS) == set(TARGETS)
    made += [f"xiangqi_game-{__version__}-py3-none-{tag}.whl" for tag in _TAGS.values()]
    page = (ROOT / "docs" / "release.md").read_text(encoding="utf-8")
    for name in [*made, "SHA256SUMS", "REPORT.md"]:
        assert f"`{name.replace(__version__, 'VERSION')}`" in page


def test_a_library_that_lacks_a_kernel_is_found(release: Path, tmp_path: Path) -> None:
    (wheel,) = release.glob("*.whl")
    assert distributions.check_libraries(wheel) == "memcpy, memmove, memset"
    poor = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(poor, "w") as archive:
        for name in whole.namelist():
            if name == KERNELS:
                index = json.loads(whole.read(name))
                index["signatures"]["xiangqi.core.no_such_kernel"] = "int64()"
                archive.writestr(name, json.dumps(index))
            elif name.startswith("xiangqi/kernels/"):
                archive.writestr(name, whole.read(name))
    with pytest.raises(ReleaseError, match="no_such_kernel"):
        distributions.check_libraries(poor)
    with zipfile.ZipFile(poor, "a") as archive:
        archive.writestr("xiangqi/kernels/kernels.lib", b"")
    with pytest.raises(ReleaseError, match=r"kernels\.lib"):
        distributions.check_libraries(poor)


# ---- Kernels for other systems ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Calls of the kernels of this system."""
    path = tmp_path_factory.mktemp("recording") / "calls"
    command = [sys.executable, "-m", "tools.release.recording", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = re.fullmatch(r"(\d+) calls of (\d+) kernels", done.stdout.splitlines()[-1])
    assert said, done.stdout
    assert int(said[1]) > 50
    assert int(said[2]) > 25
    return path


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that repeats calls, for this system."""
    if sys.platform != "linux" or shutil.which("cc") is None:
        pytest.skip("it is compiled for Linux by `cc`")
    path = tmp_path_factory.mktemp("replay") / "replay"
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-o", path, REPLAY], check=True)
    return path


def test_the_kernels_of_this_system_repeat_their_calls(recording: Path, replay: Path) -> None:
    for library in FOLDER.glob("kernels*.so"):
        if "v3" not in library.name or KernelLibrary().level == 3:
            done = subprocess.run([replay, library, recording], capture_output=True, text=True, check=False)
            assert (done.returncode, done.stderr) == (0, "")
            assert re.fullmatch(r"\d+ calls\n", done.stdout)


@pytest.mark.parametrize("which", ["result", "array", "cut"])
def test_a_call_that_ends_otherwise_is_found(which: str, recording: Path, replay: Path, tmp_path: Path) -> None:
    """In the recording, what the last call gave back, or left in an array, is altered or missing."""
    calls = bytearray(recording.read_bytes())
    name = re.findall(rb"xiangqi\.[\w.]+", calls)[-1].decode()
    assert calls.endswith(struct.pack("<2q", 0, 0)), "the last call gives back nothing"
    if which == "result":
        calls[-16] = calls[-8] = 1
    elif which == "array":
        calls[-17] ^= 1
    else:
        del calls[-1]
    altered = tmp_path / "altered"
    altered.write_bytes(calls)
    done = subprocess.run([replay, FOLDER / "kernels.so", altered], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert {"result": "result differs", "array": "array differs", "cut": "cut off"}[which] in done.stdout
    assert which == "cut" or name in done.stdout


@pytest.mark.parametrize("system", EMULATORS)
def test_kernels_for_other_systems_repeat_the_calls_of_this_one(system: str, tmp_path: Path) -> None:
    emulator = EMULATORS[system]
    if not emulator.is_there():
        pytest.skip(f"no {emulator.command}, which Debian's {emulator.package} has")
    pytest.importorskip("ziglang", reason="no ziglang, which the extra `release` has")
    wheel = distributions.build("wheel", tmp_path, system)
    distributions.check_libraries(wheel)
    found = try_emulated(wheel, emulator)
    assert re.match(r"\d\d+ calls of \d\d+ kernels repeated by kernels", found)
    assert found.endswith(f"in {emulator.command} without difference")


# ---- Packages for Linux -----------------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder laid out as that of a program with its own Python."""
    folder = tmp_path / "program" / "xiangqi"
    (folder / "_internal").mkdir(parents=True)
    (folder / "xiangqi").write_text("#!/bin/sh\necho here\n")
    (folder / "xiangqi").chmod(0o700)
    (folder / "_internal" / "data").write_text("data")
    (folder / "_internal" / "data").chmod(0o600)
    return folder


def test_the_portable_folder_is_the_same_each_time(program: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    made = linux_packages.portable(program, first)
    os.utime(program / "xiangqi", (1, 1))
    assert linux_packages.portable(program, second).read_bytes() == made.read_bytes()
    with tarfile.open(made) as archive:
        members = {member.name: member for member in archive.getmembers()}
    assert members["xiangqi/xiangqi"].mode == 0o755
    assert members["xiangqi/_internal/data"].mode == 0o644
    assert {(member.uid, member.uname) for member in members.values()} == {(0, "root")}


@with_dpkg
def test_the_package_holds_what_a_desktop_needs(program: Path, tmp_path: Path) -> None:
    made = linux_packages.debian(program, tmp_path)
    again = tmp_path / "again"
    again.mkdir()
    assert linux_packages.debian(program, again).read_bytes() == made.read_bytes()
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "-x", str(made), str(root)], check=True)
    subprocess.run(["dpkg-deb", "-e", str(made), str(root / "DEBIAN")], check=True)
    assert {path.name for path in (root / "DEBIAN").iterdir()} == {"control", "md5sums"}, "it has no scripts"
    subprocess.run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], cwd=root, check=True)
    started = subprocess.run([root / "usr" / "bin" / "xiangqi"], capture_output=True, text=True, check=True)
    assert started.stdout == "here\n"
    outside = [path for path in root.iterdir() if path.name not in ("usr", "DEBIAN")]
    assert outside == [], "nothing of the player's"
    share = root / "usr" / "share"
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(share / "applications" / "xiangqi.desktop", encoding="utf-8")
    opened = entry["Desktop Entry"]["MimeType"]
    assert entry["Desktop Entry"]["Exec"] == "xiangqi play %f"
    types = ElementTree.parse(share / "mime" / "packages" / "xiangqi.xml").getroot()
    assert {glob.attrib["pattern"] for glob in types.iter(f"{MIME}glob")} >= {
        "*.xqf",
        "*.cbr",
        "*.cbl",
        "*.wxf",
    }
    assert all(kind.attrib["type"] in opened for kind in types.iter(f"{MIME}mime-type"))
    assert "application/vnd.chess-pgn" in opened
    sizes = {path.parts[-3] for path in (share / "icons").rglob("xiangqi.png")}
    assert {"16x16", "48x48", "256x256"} <= sizes
    described = ElementTree.parse(share / "metainfo" / "xiangqi.metainfo.xml").getroot()
    assert described.findtext("launchable") == "xiangqi.desktop"
    assert f"{FULL_STRENGTH} levels" in str(described.findtext("description/p"))
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", share / "applications" / "xiangqi.desktop"], check=True)


@with_dpkg
def test_the_package_names_the_libraries_of_a_window(program: Path, tmp_path: Path) -> None:
    made = linux_packages.debian(program, tmp_path)
    needs = subprocess.run(["dpkg-deb", "-f", str(made), "Depends"], capture_output=True, text=True, check=True)
    x11 = {"libx11-6", "libxcursor1", "libxext6", "libxfixes3", "libxi6", "libxrandr2", "libxss1"}
    assert {*needs.stdout.strip().split(", ")} == {"libc6 (>= 2.36)", *x11}
