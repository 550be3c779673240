"""How many pictures are read exactly, how many of them are certain, and how many are silently wrong.

    python -m benchmarks.recognition PICTURES [--told]
    python -m benchmarks.recognition --scenes FOLDER
    python -m benchmarks.recognition --without FOLDER
    python -m benchmarks.recognition --drawn SEED

PICTURES is a folder with ``labels.jsonl``: objects with ``file``, ``fen_board``, ``width``, ``corners``,
``kind`` and ``tags``. With --told, the corners are given and only the points are read. FOLDER contains scenes
made by ``tools.train_recognition.generate --held-out``, with fonts that were held out from training. With
--without, none of the pictures in a folder shows a Xiangqi board; --drawn draws such pictures.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tools.train_recognition import data, no_boards
from xiangqi.recognition import Corners, recognise
from xiangqi.recognition.images import picture_of
from xiangqi.recognition.network import CLASSES
from xiangqi.recognition.reader import field_of

POINTS = 90


class Case(NamedTuple):
    """A picture and what it shows.

    Attributes:
        name: of the picture.
        image: in RGB.
        boards: correct first fields of a FEN; several if nothing shows which side is at the bottom.
        corners: of the grid, as in the file.
        groups: the rows of the table that count it.
    """

    name: str
    image: Image.Image
    boards: tuple[str, ...]
    corners: Corners
    groups: tuple[str, ...]


class Outcome(NamedTuple):
    """The result of reading a picture.

    Attributes:
        wrong: number of wrong points; all of them if no board was found.
        is_certain: whether the reading was certain.
        is_found: whether all corners are within half a cell.
        seconds: of processor time.
        reason: why the reading was not certain.
        confused: for each wrong point, what is there and what was read, in capitals for either side.
    """

    wrong: int
    is_certain: bool
    is_found: bool
    seconds: float
    reason: str
    confused: tuple[str, ...] = ()


def pictures(folder: Path) -> Iterator[Case]:
    """Yield the pictures of a folder."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        image = picture_of(folder / label["file"])
        scale = image.width / label["width"]
        a, b, c, d = ((x * scale, y * scale) for x, y in label["corners"])
        groups = (label["kind"], *(f"  {tag}" for tag in label["tags"]))
        yield Case(Path(label["file"]).stem, image, (label["fen_board"],), (a, b, c, d), groups)


def scenes(folder: Path) -> Iterator[Case]:
    """Yield synthetic pictures."""
    from xiangqi.recognition.finding import corners_of

    for path in sorted(folder.glob("*.pickle")):
        for number, scene in enumerate(data.read(path)):
            rows = tuple("".join(CLASSES[label] for label in row) for row in scene.labels)
            boards = (field_of(rows, "red"), field_of(rows, "black"))
            clean = "nothing spoiled" if scene.is_clean else "spoiled"
            corners = corners_of(scene.homography)
            yield Case(
                f"{path.stem}-{number}",
                data.picture(scene),
                boards,
                corners,
                (scene.kind or "unknown", f"{scene.kind}, {clean}"),
            )


def _wrong(board: str | None, truth: str) -> int:
    """Return the number of points that differ; hidden points do not count."""
    if board is None:
        return POINTS
    read, right = (_points(field) for field in (board, truth))
    return sum(a != b and b not in "#?" for a, b in zip(read, right, strict=True))


def _points(field: str) -> str:
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in field.replace("/", ""))


def outcome(case: Case, is_told: bool) -> Outcome:
    """Return the result of reading a picture."""
    began = time.process_time()
    reading = recognise(case.image, corners=case.corners if is_told else None)
    seconds = time.process_time() - began
    wrong, truth = min((_wrong(reading.board, board), board) for board in case.boards)
    is_hidden = any("#" in board or "?" in board for board in case.boards)
    is_found = reading.corners is not None and _away(reading.corners, case.corners) < 0.5
    reason = reading.reason.key.partition(".")[2] if reading.reason is not None else ""
    wrong += is_hidden and reading.certain  # a certain reading must not guess
    confused = () if reading.board is None else _confused(reading.board, truth)
    return Outcome(wrong, reading.certain, is_found, seconds, reason, confused)


def _confused(board: str, truth: str) -> tuple[str, ...]:
    pairs = zip(_points(truth), _points(board), strict=True)
    return tuple(f"{right} as {read}".upper() for right, read in pairs if right != read and right not in "#?")


def _without_boards(cases: Iterable[tuple[str, Image.Image]]) -> None:
    """Print which pictures without a board became a position."""
    readings = [(name, recognise(image)) for name, image in cases]
    taken = [f"{name} ({len(reading.doubtful)} doubtful)" for name, reading in readings if reading.board]
    print(f"{len(readings)} pictures without a board, {len(taken)} became a position: {', '.join(taken)}")


def _away(corners: Corners, truth: Corners) -> float:
    """Return the largest distance of a corner from its true place, in cells."""
    cell = abs(truth[1][0] - truth[0][0]) / 8
    return (
        max(
            abs(a - b)
            for one, other in zip(corners, truth, strict=True)
            for a, b in zip(one, other, strict=True)
        )
        / cell
    )


def _table(outcomes: list[tuple[Case, Outcome]]) -> None:
    groups = dict.fromkeys(group for case, _ in outcomes for group in case.groups)
    print(" " * 24, "pictures  exact  found  certain  exact and certain  silently wrong  points wrong else")
    for name in ["all", *groups]:
        found = [made for case, made in outcomes if name == "all" or name in case.groups]
        others = [made.wrong for made in found if made.wrong and made.is_found]
        print(
            f"{name:24} {len(found):8} {sum(made.wrong == 0 for made in found):6}"
            f" {sum(made.is_found for made in found):6} {sum(made.is_certain for made in found):8}"
            f" {sum(made.is_certain and not made.wrong for made in found):18}"
            f" {sum(made.is_certain and made.wrong > 0 for made in found):15}"
            f" {statistics.median(others) if others else 0:10.0f}"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", type=Path, nargs="?")
    parser.add_argument("--scenes", type=Path)
    parser.add_argument("--without", type=Path)
    parser.add_argument("--drawn", type=int, metavar="SEED")
    parser.add_argument("--told", action="store_true")
    parser.add_argument("--each", action="store_true", help="a line for each picture")
    arguments = parser.parse_args()
    if arguments.without is not None:
        files = sorted(path for path in arguments.without.iterdir() if path.is_file())
        _without_boards((path.name, picture_of(path)) for path in files)
        return
    if arguments.drawn is not None:
        _without_boards((kind, no_boards.drawn(kind, arguments.drawn)) for kind in no_boards.KINDS)
        return
    if (arguments.pictures is None) == (arguments.scenes is None):
        parser.error("either PICTURES or --scenes FOLDER")
    cases = scenes(arguments.scenes) if arguments.scenes else pictures(arguments.pictures)
    outcomes = []
    for case in cases:
        made = outcome(case, arguments.told)
        outcomes.append((case._replace(image=Image.new("RGB", (1, 1))), made))
        if arguments.each:
            print(
                f"{case.name:28} wrong {made.wrong:2} {'certain' if made.is_certain else made.reason}",
                flush=True,
            )
    if not outcomes:
        sys.exit("no pictures there")
    _table(outcomes)
    confused = Counter(pair for _, made in outcomes if made.is_found for pair in made.confused)
    print("confused:", ", ".join(f"{pair} {count}" for pair, count in confused.most_common(12)))
    times = sorted(made.seconds for _, made in outcomes)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{statistics.median(times):.2f} s a picture in the middle, {times[-1]:.2f} s at most; {memory:.0f} MB"
    )


if __name__ == "__main__":
    main()
