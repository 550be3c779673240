"""What the network that finds boards is trained on: places are right from any camera, and no board is none."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from tools.train_recognition import data, placements
from xiangqi.recognition.rectify import applied

CELL, LEFT, TOP = 30, 60, 40


def scene(label: int = 0) -> data.Stored:
    """Return a white picture with a black square on each point of a board."""
    image = Image.new("RGB", (400, 380), (255, 255, 255))
    for row in range(10):
        for column in range(9):
            x, y = LEFT + column * CELL, TOP + row * CELL
            image.paste((0, 0, 0), (x - 5, y - 5, x + 6, y + 6))
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=95)
    homography = np.array([[CELL, 0, LEFT], [0, CELL, TOP], [0, 0, 1.0]])
    return data.Stored(stream.getvalue(), homography, np.full((10, 9), label, np.uint8), True)


@pytest.mark.parametrize("seed", range(8))
def test_places_are_where_the_points_are_seen(seed: int) -> None:
    seen, places, is_board = data.overview_sample(scene(), np.random.default_rng(seed))
    assert is_board.any()
    columns, rows = np.meshgrid(np.arange(9.0), np.arange(10.0))
    grid = np.column_stack([columns.ravel(), rows.ravel()])
    step = seen.shape[1] // is_board.shape[0]
    ys, xs = np.nonzero(is_board)
    told = places[:, ys, xs].T * [8, 9] + [4, 4.5]
    nearest = [int(np.hypot(*(told - point).T).argmin()) for point in grid]
    away = np.array([np.hypot(*(told[one] - point)) for one, point in zip(nearest, grid, strict=True)])
    assert (away < 0.12).sum() >= 3, "some outputs stand on points"
    for one in np.array(nearest)[away < 0.12]:
        down, right = ys[one] * step + step // 2, xs[one] * step + step // 2
        here = seen[:, down - 1 : down + 1, right - 1 : right + 1].mean()
        assert here < seen[:, ::step, ::step].mean(), "a point is dark"


def test_what_is_no_board_has_no_place() -> None:
    for seed in range(4):
        assert not data.overview_sample(scene(data.NO_BOARD), np.random.default_rng(seed))[2].any()


def test_another_camera_sees_the_points_where_it_says() -> None:
    slanted = 0
    for seed in range(12):
        image, homography = data._slanted(scene(), np.random.default_rng(seed))
        slanted += not np.allclose(homography, scene().homography)
        grid = np.array([(column, row) for column in range(9) for row in range(10)], float)
        pixels = np.rint(applied(homography, grid)).astype(int)
        assert (pixels >= 0).all()
        assert (pixels < image.size).all(), "the whole board is in the picture"
        dark = [image.getpixel((int(x), int(y)))[1] < 100 for x, y in pixels]  # type: ignore[index]
        assert all(dark)
    assert 0 < slanted < 12


def test_soldiers_are_as_frequent_on_random_boards_as_asked_for() -> None:
    def share(soldiers: float) -> float:
        random = np.random.default_rng(3)
        letters = [x for _ in range(20) for x in placements.chaos(random, soldiers).values()]
        return sum(letter in "Pp" for letter in letters) / len(letters)

    assert share(1.0) == pytest.approx(1 / 8, abs=0.04)
    assert share(5.0) == pytest.approx(5 / 12, abs=0.06)
