"""What is built from a checkout: complete, clean, and a program wherever it is put."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from xiangqi import __version__
from xiangqi.core.compiler.loader import FOLDER, INDEX

ROOT = Path(__file__).parents[2]
STRAY = re.compile(r"__pycache__|\.py[cod]$|\.tmp$|\.git/|\.venv|_cache/|\.hypothesis|egg-info|\.DS_Store")
NAME = re.compile(r"[A-Za-z0-9_.-]+")  # of a distribution, at the beginning of a requirement
MOST_MB = 40  # of which the endgame tables are 16

DISTRIBUTIONS = {"PIL": "pillow", "pygame": "pygame-ce", "backports": "backports-zstd"}
"""Import name -> name of the distribution, where they differ."""


def built(kind: str, source: Path, target: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel or an sdist without the network; how that ended."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    environment = os.environ | variables
    return subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)


def build(kind: str, source: Path, target: Path, **variables: str) -> Path:
    """Return the file of a wheel or an sdist."""
    done = built(kind, source, target, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = target.iterdir()
    return file


def unpack(sdist: Path, folder: Path) -> Path:
    """Return the folder in which the content of an sdist is laid down."""
    with tarfile.open(sdist) as archive:
        for member in archive.getmembers():  # one by one: extraction filters are not in every Python
            if member.isfile():
                target = folder / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                content = archive.extractfile(member)
                assert content is not None
                target.write_bytes(content.read())
    (unpacked,) = folder.iterdir()
    return unpacked


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content, as an installation would lay it out."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def run_installed(
    installed: Path, folder: Path, *words: str, text: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the unpacked wheel's program away from the checkout."""
    environment = os.environ | {"PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "0"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


# ---- Wheel and sdist --------------------------------------------------------------------------------------


def test_the_wheel_holds_every_module_and_asset(wheel: Path) -> None:
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "xiangqi").rglob("*.py")}
    sources |= {f"xiangqi/kernels/{name}" for name in kernels()}
    assets = {f"xiangqi/{path.relative_to(ROOT).as_posix()}" for path in files_below(ROOT / "assets")}
    names = names_in(wheel)
    others = {"xiangqi/py.typed", "xiangqi/core/build/call_wrapper.c"}
    assert sources | assets | others <= names
    rest = names - sources - assets - others
    assert all(name.startswith(f"xiangqi_game-{__version__}.dist-info/") for name in rest), rest


def kernels() -> set[str]:
    """Return the files of the library of kernels: those that its index names, and the index."""
    index = json.loads((FOLDER / INDEX).read_bytes())
    return {INDEX, *(entry["file"] for entry in index["libraries"])}


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_licences_travel_with_what_they_cover(wheel: Path) -> None:
    names = names_in(wheel)
    licences = f"xiangqi_game-{__version__}.dist-info/licenses"
    assert f"{licences}/LICENSE" in names
    fonts = [name for name in names if name.startswith("xiangqi/assets/fonts/") and not name.endswith(".txt")]
    assert fonts
    for part in ("board", "text"):
        assert f"xiangqi/assets/fonts/OFL-{part}.txt" in names
        assert f"{licences}/assets/fonts/OFL-{part}.txt" in names
    assert f"{licences}/assets/variants-LICENSE.txt" in names
    assert f"{licences}/assets/pinyin-LICENSE.txt" in names


def test_nothing_stray_is_shipped(wheel: Path, sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        shipped = names_in(wheel) | set(archive.getnames())
    assert [name for name in shipped if STRAY.search(name)] == []
    assert wheel.stat().st_size < MOST_MB << 20
    assert sdist.stat().st_size < MOST_MB << 20


def test_the_sdist_builds_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    unpacked = unpack(sdist, tmp_path / "sdist")
    for name in (
        "tests",
        "docs",
        "tools",
        "benchmarks",
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        "hatch_build.py",
    ):
        assert (unpacked / name).exists(), name
    assert not (unpacked / "xiangqi" / "kernels").exists()
    shutil.copytree(FOLDER, unpacked / "xiangqi" / "kernels")  # of the same sources, so they are not built anew
    again = build("wheel", unpacked, tmp_path / "wheel")
    assert names_in(again) == names_in(wheel)
    assert again.name == wheel.name


# ---- Kernels ----------------------------------------------------------------------------------------------


def test_a_wheel_is_for_one_system_and_any_python(wheel: Path) -> None:
    assert wheel.name.startswith(f"xiangqi_game-{__version__}-py3-none-")
    assert not wheel.name.endswith("-any.whl")


def test_kernels_that_cannot_be_built_end_the_installation(sdist: Path, tmp_path: Path) -> None:
    """It says what is missing, and the way out, which works."""
    unpacked = unpack(sdist, tmp_path / "sdist")
    done = built("wheel", unpacked, tmp_path / "wheel", PATH=str(tmp_path))
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert "no C compiler" in said
    assert "XIANGQI_PURE=1" in said
    assert "Traceback" not in said
    assert not list(tmp_path.rglob("*.whl"))
    pure = build("wheel", unpacked, tmp_path / "pure", PATH=str(tmp_path), XIANGQI_PURE="1")
    assert pure.name.endswith("-py3-none-any.whl")
    assert not [name for name in names_in(pure) if name.startswith("xiangqi/kernels/")]


def test_an_installed_program_loads_its_kernels_without_numba(installed: Path, tmp_path: Path) -> None:
    code = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
    code += "from xiangqi.cli import main; sys.exit(main(['perft', '3']))"
    done = run_installed(installed, tmp_path, "-c", code)
    assert (done.returncode, done.stdout) == (0, "79666\n"), done.stderr
    assert "interpreted" not in done.stderr


# ---- Installed --------------------------------------------------------------------------------------------


def test_an_installed_wheel_finds_its_own_assets(installed: Path, tmp_path: Path) -> None:
    code = "from xiangqi.resources import asset; print(asset('fonts/text.otf')); print(asset('icon.png'))"
    done = run_installed(installed, tmp_path, "-c", code)
    assert done.returncode == 0, done.stderr
    assert all(Path(line).is_relative_to(installed) for line in done.stdout.splitlines())


def test_an_installed_wheel_plays(installed: Path, tmp_path: Path) -> None:
    words = ("-m", "xiangqi", "play", "--text", "--side", "red", "--level", "1")
    done = run_installed(installed, tmp_path, *words, text="炮二平五\nmoves\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "(h2e2)" in done.stdout
    assert re.search(r"^1… Black: \S+ \([a-i]\d[a-i]\d\)$", done.stdout, re.MULTILINE)


def test_the_console_command_is_the_program(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        points = archive.read(f"xiangqi_game-{__version__}.dist-info/entry_points.txt").decode()
    assert "xiangqi = xiangqi.cli:main" in points


# ---- Dependencies -----------------------------------------------------------------------------------------


def test_every_import_is_a_declared_dependency(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        requirements = metadata_of(archive)
    extras = ("extra == 'cluster'", "extra == 'compile'")
    needed = [line for line in requirements if "extra ==" not in line or line.endswith(extras)]
    declared = {match[0] for line in needed if (match := NAME.match(line))}
    imported = set()
    for path in (ROOT / "xiangqi").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(str(node.module).partition(".")[0])
    foreign = (
        imported - sys.stdlib_module_names - {"xiangqi", "compression"}
    )  # the last is Python's own from 3.14 on
    assert {DISTRIBUTIONS.get(name, name) for name in foreign} | {
        "ziglang"
    } == declared  # a program, run as one


def metadata_of(archive: zipfile.ZipFile) -> list[str]:
    """Return the requirements in a wheel's metadata."""
    text = archive.read(f"xiangqi_game-{__version__}.dist-info/METADATA").decode()
    return [line.partition(": ")[2] for line in text.splitlines() if line.startswith("Requires-Dist: ")]


def test_nothing_brings_the_other_pygame() -> None:
    """pygame and pygame-ce install over each other."""
    assert "pygame" not in {str(found.metadata["Name"]).lower() for found in metadata.distributions()}
