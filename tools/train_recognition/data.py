"""Scene files, and the training samples made from them."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tools.train_recognition import cameras
from tools.train_recognition.paint import Random, any_colour, chance
from xiangqi.recognition import overview
from xiangqi.recognition.rectify import (
    COLUMNS,
    ROWS,
    Homography,
    applied,
    fitted,
    inverted,
    normalised,
    rectified,
)

if TYPE_CHECKING:
    from tools.train_recognition.scenes import Scene


_SLANTED: Final = 0.35
"""The share of overviews that are seen by a camera other than their scene's."""

NO_BOARD: Final = 255
"""The label of all points where a picture shows no board; its homography is where one might be seen."""


class Stored(NamedTuple):
    """A scene as stored in a file; its kind is not known in older files."""

    jpeg: bytes
    homography: Homography
    labels: NDArray[np.uint8]
    is_clean: bool
    kind: str = ""


def stored(scene: Scene) -> Stored:
    """Return a scene with its picture compressed."""
    stream = io.BytesIO()
    scene.image.save(stream, "JPEG", quality=96, subsampling=0)
    return Stored(stream.getvalue(), scene.homography, scene.labels, scene.is_clean, scene.kind)


def picture(scene: Stored) -> Image.Image:
    """Return the picture of a scene."""
    return Image.open(io.BytesIO(scene.jpeg)).convert("RGB")


def write(folder: Path, number: int, scenes: list[Stored]) -> None:
    """Write scenes to a file, which appears only once it is complete."""
    path = folder / f"{number:05}.pickle"
    beside = path.with_suffix(".part")
    beside.write_bytes(pickle.dumps([tuple(scene) for scene in scenes]))
    beside.replace(path)


def read(path: Path) -> list[Stored]:
    """Return the scenes in a file."""
    return [Stored(*fields) for fields in pickle.loads(path.read_bytes())]


class Sample(NamedTuple):
    """A training sample: a rectified board.

    Attributes:
        seen: 3 by height by width.
        labels: the class of each cell, or -1 if it is not near a point of the board.
        offsets: distance to the true point in cells, to the right and down.
    """

    seen: NDArray[np.float32]
    labels: NDArray[np.int64]
    offsets: NDArray[np.float32]


def jittered(homography: Homography, random: Random) -> Homography:
    """Return a homography with a plausible error of the board finder: slightly off, or sometimes a row off."""
    kind = random.random()
    places = np.array([[0.0, 0], [8, 0], [8, 9], [0, 9]])
    believed = places + random.normal(0, random.choice([0.02, 0.06, 0.12]), (4, 2))
    if kind < 0.12:
        believed = believed + random.integers(-1, 2, 2)
    elif kind < 0.17:
        believed = believed + random.uniform(-0.6, 0.6, 2)
    elif kind < 0.22:
        believed = (believed - 4) * random.uniform(0.8, 1.25, 2) + 4
    return homography @ fitted(places, believed)


def sample(scene: Stored, random: Random, exact: bool = False) -> Sample:
    """Return a training sample for the network that reads points.

    Args:
        scene: a scene with one board.
        random: chooses the changes.
        exact: whether to keep the exact lattice and the colours.
    """
    believed = scene.homography if exact else jittered(scene.homography, random)
    seen = rectified(picture(scene), believed)
    if not exact:
        seen = _recoloured(seen, random)
    columns, rows = np.meshgrid(np.arange(-1.0, COLUMNS - 1), np.arange(-1.0, ROWS - 1))
    grid = np.column_stack([columns.ravel(), rows.ravel()])
    true = applied(inverted(scene.homography), applied(believed, grid))
    nearest = np.round(true)
    away = nearest - true
    on = (np.abs(away) < 0.3).all(axis=1) & (nearest >= 0).all(axis=1) & (nearest <= [8, 9]).all(axis=1)
    inside = np.clip(nearest, 0, [8, 9]).astype(int)
    on &= scene.labels[0, 0] != NO_BOARD
    labels = np.where(on, scene.labels[inside[:, 1], inside[:, 0]].astype(np.int64), -1)
    return Sample(
        normalised(seen), labels.reshape(ROWS, COLUMNS), away.reshape(ROWS, COLUMNS, 2).astype(np.float32)
    )


def _recoloured(seen: NDArray[np.uint8], random: Random) -> NDArray[np.uint8]:
    values = seen.astype(np.float64)
    if chance(random, 0.3):
        values = values * random.uniform(0.85, 1.15, 3) + random.uniform(-12, 12)
    if chance(random, 0.3):
        values = 255 * (np.clip(values, 0, 255) / 255) ** random.uniform(0.7, 1.4)
    if chance(random, 0.04):
        values = np.repeat(values @ np.array([[0.299], [0.587], [0.114]]), 3, axis=2)
    return np.clip(values, 0, 255).astype(np.uint8)


def _slanted(scene: Stored, random: Random) -> tuple[Image.Image, Homography]:
    """Return the picture of a scene and its homography, sometimes as seen by another camera."""
    image = picture(scene)
    if not chance(random, _SLANTED):
        return image, scene.homography
    board = applied(scene.homography, np.array([[-0.5, -0.5], [8.5, -0.5], [8.5, 9.5], [-0.5, 9.5]]))
    view = cameras.framed(cameras.camera(random, image.size, 1.0), board, image.size)
    return cameras.seen_by(view, image, any_colour(random)), view @ scene.homography


def overview_sample(scene: Stored, random: Random) -> tuple[NDArray[np.float32], ...]:
    """Return a training sample for the network that finds boards.

    Returns:
        The overview, the true column and row of each output from -0.5 to 0.5, and whether it is on the board.
    """
    image, homography = _slanted(scene, random)
    corners = applied(homography, np.array([[-0.5, -0.5], [8.5, -0.5], [8.5, 9.5], [-0.5, 9.5]]))
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    least = max(right - left, bottom - top)
    box = overview.whole(image)
    if chance(random, 0.75):
        side = least * random.uniform(1.0, 1.0 + random.choice([0.3, 1.0, 2.5]))
        x = random.uniform(right - side, left) if side > right - left else left - (side - (right - left)) / 2
        y = random.uniform(bottom - side, top) if side > bottom - top else top - (side - (bottom - top)) / 2
        box = overview.Box(float(x), float(y), float(side))
    seen = _recoloured(overview.overview(image, box), random)
    pixels = overview.places(box).reshape(2, -1).T
    true = applied(inverted(homography), pixels)
    inside = (np.abs(true - [4, 4.5]) < [4.6, 5.1]).all(axis=1) & (scene.labels[0, 0] != NO_BOARD)
    shape = (overview.SIDE // overview.STEP,) * 2
    scaled = ((true - [4, 4.5]) / [8, 9]).T.reshape(2, *shape)
    return (
        overview.normalised(seen),
        np.clip(scaled, -2, 2).astype(np.float32),
        inside.reshape(shape).astype(np.float32),
    )
