"""Random colours, textures and degradations, by which renderers differ."""

from __future__ import annotations

import colorsys
import io
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageEnhance, ImageFilter

Colour = tuple[int, int, int]
Random = np.random.Generator

_TEXTURES: Final = 48
_TEXTURE_SIZE: Final = 512


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return a colour of hue, saturation and value, each 0..1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return round(red * 255), round(green * 255), round(blue * 255)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two; share 0 is the first."""
    red, green, blue = (round(a * (1 - share) + b * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def luma(colour: Colour) -> float:
    """Return the brightness of a colour, 0..255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def any_colour(random: Random) -> Colour:
    """Return a random colour, often a grey."""
    return hsv(random.random(), random.choice([0.0, 0.1, random.random()]), random.random())


def chance(random: Random, share: float) -> bool:
    """Return True with this probability."""
    return bool(random.random() < share)


class Textures:
    """Noise fields, 0..1, which are created once."""

    def __init__(self, random: Random) -> None:
        """Create the fields."""
        self._random = random
        self._fields = [self._field() for _ in range(_TEXTURES)]

    def _field(self) -> NDArray[np.float32]:
        """Return grain, clouds or wood."""
        random = self._random
        total = np.zeros((_TEXTURE_SIZE, _TEXTURE_SIZE), np.float32)
        stretch = float(random.choice([1, 1, 4, 12, 30]))
        for octave in range(int(random.integers(1, 6)), 8):
            cells = 2**octave
            size = (max(2, int(cells / stretch)), max(2, cells))
            noise = random.standard_normal(size).astype(np.float32)
            image = Image.fromarray(noise).resize((_TEXTURE_SIZE, _TEXTURE_SIZE), Image.Resampling.BICUBIC)
            total += np.asarray(image) * 0.7**octave
        if chance(random, 0.25):
            total = np.sin(total * random.uniform(2, 9) / (total.std() + 1e-6))
        low, high = np.percentile(total, [1, 99])
        field = np.clip((total - low) / (high - low + 1e-6), 0, 1)
        return field if chance(random, 0.6) else np.ascontiguousarray(field.T)

    def laid(self, size: tuple[int, int], one: Colour, other: Colour) -> Image.Image:
        """Return a field coloured with a gradient between two colours."""
        field = self._fields[int(self._random.integers(_TEXTURES))]
        left, top = self._random.integers(0, _TEXTURE_SIZE // 2, 2)
        part = field[top : top + _TEXTURE_SIZE // 2, left : left + _TEXTURE_SIZE // 2, None]
        colours = np.asarray(one, np.float32) * (1 - part) + np.asarray(other, np.float32) * part
        return Image.fromarray(colours.astype(np.uint8)).resize(size, Image.Resampling.BILINEAR)


def shaded(image: Image.Image, random: Random, strength: float) -> Image.Image:
    """Return an image lit from one side."""
    width, height = image.size
    angle = random.uniform(0, 2 * np.pi)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    ramp = (xs / width - 0.5) * np.cos(angle) + (ys / height - 0.5) * np.sin(angle)
    light = 1 + strength * ramp
    return Image.fromarray(np.clip(np.asarray(image) * light[..., None], 0, 255).astype(np.uint8))


def compressed(image: Image.Image, quality: int) -> Image.Image:
    """Return an image after JPEG compression."""
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=quality)
    return Image.open(stream).convert("RGB")


def spoiled(image: Image.Image, random: Random, harshness: float) -> Image.Image:
    """Return an image degraded as if by a camera, scaling and compression.

    Args:
        image: the image in RGB.
        random: chooses the degradations.
        harshness: 0 for none, 1 for severe.
    """
    if chance(random, 0.35 * harshness):
        image = image.filter(ImageFilter.GaussianBlur(random.uniform(0.2, 0.3 + harshness)))
    if chance(random, 0.2 * harshness):
        image = image.filter(ImageFilter.UnsharpMask(2, int(random.integers(50, 200)), 2))
    if chance(random, 0.4 * harshness):
        image = ImageEnhance.Brightness(image).enhance(random.uniform(0.7, 1.25))
        image = ImageEnhance.Contrast(image).enhance(random.uniform(0.65, 1.3))
        image = ImageEnhance.Color(image).enhance(random.uniform(0.4, 1.4))
    if chance(random, 0.25 * harshness):
        tint = random.uniform(0.85, 1.15, 3)
        image = Image.fromarray(np.clip(np.asarray(image) * tint, 0, 255).astype(np.uint8))
    if chance(random, 0.25 * harshness):
        noise = random.standard_normal((image.height, image.width, 1)) * random.uniform(2, 14)
        image = Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8))
    if chance(random, 0.5 * harshness):
        image = compressed(image, int(random.integers(35 if harshness > 0.5 else 60, 95)))
    return image
