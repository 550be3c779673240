"""Starts the game from a checkout: ``python main.py``."""

import sys

from xiangqi.cli import main

if __name__ == "__main__":
    sys.exit(main())
