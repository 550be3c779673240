"""Generates synthetic scenes: ``python -m tools.train_recognition.generate FOLDER --count N``."""

from __future__ import annotations

import argparse
import itertools
import pickle
import sys
from pathlib import Path

from tools.train_recognition import data, glyphs, others, placements
from tools.train_recognition.paint import chance
from tools.train_recognition.scenes import Painter, Scene, text_fonts

_FILE = 50


def fonts_of(cache: Path) -> list[glyphs.Font]:
    """Return the masks of all fonts, cached in a file."""
    if not cache.exists():
        found = []
        for path in glyphs.font_files():
            try:
                font = glyphs.load(path)
            except (OSError, ValueError) as error:
                print(f"{path.name} is left out: {error}", file=sys.stderr)
                continue
            if font is not None:
                found.append(font)
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_bytes(pickle.dumps(found))
    fonts: list[glyphs.Font] = pickle.loads(cache.read_bytes())
    return fonts


def _scene(painter: Painter, arguments: argparse.Namespace, index: int) -> Scene:
    """Return a scene with a board; every second one for measurements is not spoiled."""
    if arguments.characters:
        return _scene_of_characters(painter)
    played = placements.played(painter.random) if arguments.held_out else None
    if arguments.plain:
        return painter.scene(played, 0.0, is_plain=True)
    harshness = 0.0 if arguments.held_out and index % 2 else None
    draw = painter.random.random()
    is_photo = draw < arguments.photos
    is_turned = arguments.photos <= draw < arguments.photos + arguments.turned
    return painter.scene(played, harshness, is_photo=is_photo, is_turned=is_turned)


def _scene_of_characters(painter: Painter) -> Scene:
    """Return a scene to learn characters from: seldom spoiled, many soldiers, few letters."""
    random = painter.random
    if chance(random, 0.25):
        placement = None  # some of these boards mix fonts
    elif chance(random, 0.45):
        placement = placements.chaos(random, soldiers=1.8)
    else:
        placement = placements.drawn(random) if chance(random, 0.4) else placements.played(random)
    harshness = 0.0 if chance(random, 0.72) else 0.3 if chance(random, 0.7) else None
    return painter.scene(placement, harshness, characters=0.5)


def main() -> None:
    """Generate the missing scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--fonts", type=Path, help="keeps drawn glyphs; glyphs.pickle beside the folder if left out"
    )
    parser.add_argument("--plain", action="store_true", help="pieces that are easily read, to begin with")
    parser.add_argument("--held-out", action="store_true", help="fonts that no training sees, games' positions")
    parser.add_argument("--photos", type=float, default=0.0, help="share of scenes that look like photos")
    parser.add_argument(
        "--turned", type=float, default=0.0, help="share of scenes with pieces turned one by one"
    )
    parser.add_argument("--others", type=float, default=0.0, help="share of pictures without a board")
    parser.add_argument("--hands", type=float, default=0.0, help="share of boards with signs bent as by a hand")
    parser.add_argument("--characters", action="store_true", help="seldom spoiled, many soldiers, few letters")
    parser.add_argument(
        "--web-fonts", type=Path, help="folder of .woff and .woff2 files, each font twice as frequent as others"
    )
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    cache = arguments.fonts or arguments.folder.parent / "glyphs.pickle"
    fonts = [font for font in fonts_of(cache) if font.is_held_out == arguments.held_out]
    if arguments.web_fonts:
        fonts += glyphs.load_web_fonts(arguments.web_fonts) * 2
    done = len(list(arguments.folder.glob("*.pickle")))
    files = text_fonts([str(path) for path in glyphs.font_files()])
    painter = Painter(arguments.seed * 100_003 + done, fonts, glyphs.own_pictures(), files, arguments.hands)
    for number in itertools.count(done):
        if number * _FILE >= arguments.count:
            return
        scenes = []
        for index in range(_FILE):
            if chance(painter.random, arguments.others):
                scenes.append(data.stored(others.scene(painter.random, files)))
                continue
            scenes.append(data.stored(_scene(painter, arguments, index)))
        data.write(arguments.folder, number, scenes)


if __name__ == "__main__":
    main()
