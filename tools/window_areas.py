"""Prints the areas of windows in points: ``python -m tools.window_areas 1366x740 900x1400 --text 1.5``."""

from __future__ import annotations

import argparse

from xiangqi.ui.parts.window_layout import PAGE, Areas, Content

SCREENS = {
    "game": Content(columns=2, strips=True),
    "analysis": Content(gauge=True, columns=3),
    "page": PAGE,
}


def main() -> None:
    """Print the areas of every kind of screen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="+", metavar="WxH", help="size of a window, px")
    parser.add_argument("--text", type=float, default=1.0, help="the player's text size")
    parser.add_argument("--scale", type=float, default=1.0, help="the system's scale")
    chosen = parser.parse_args()
    for size in chosen.sizes:
        width, height = map(int, size.split("x"))
        for name, content in SCREENS.items():
            areas = Areas.of((width, height), chosen.scale, chosen.text, content=content)
            print(f"{size}, {name}, unit {areas.unit:.2f}", *areas.lines(), "", sep="\n")


if __name__ == "__main__":
    main()
