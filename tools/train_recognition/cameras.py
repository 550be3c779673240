"""Boards as cameras see them: held askew, but with the whole board in the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tools.train_recognition.paint import Colour, Random, chance
from xiangqi.recognition.rectify import applied


def camera(random: Random, size: tuple[int, int], strength: float) -> NDArray[np.float64]:
    """Return the homography of a camera held askew, from a flat picture to what it shows; strength 0..1."""
    width, height = size
    angle = random.normal(0, 0.09 * strength)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    lean = np.eye(3)
    if chance(random, 0.7):
        lean[0, 1], lean[1, 0] = random.normal(0, 0.07 * strength, 2)
        lean[2, :2] = random.normal(0, 0.3 * strength, 2) / (width, height)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    return np.asarray(np.linalg.inv(middle) @ lean @ turn @ middle)


def framed(view: NDArray[np.float64], board: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """Return a view moved back and aside as far as needed for the whole board to be in the picture.

    Args:
        view: a homography to pixels.
        board: the pixels of the board's corners before the view is applied, one row each.
        size: the size of the picture.
    """
    corners = applied(view, board)
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = min(1.0, *(np.asarray(size) / (high - low)))
    low, high = low * scale, high * scale
    right, down = np.maximum(-low, 0) - np.maximum(high - size, 0)
    return np.asarray(np.array([[scale, 0, right], [0, scale, down], [0, 0, 1.0]]) @ view)


def seen_by(view: NDArray[np.float64], image: Image.Image, ground: Colour) -> Image.Image:
    """Return a picture as a view shows it, with a ground colour beyond its edges."""
    back = np.linalg.inv(view)
    coefficients = tuple((back / back[2, 2]).ravel()[:8])
    return image.transform(
        image.size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BILINEAR, fillcolor=ground
    )
