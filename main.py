"""Starts the game from a checkout: ``python main.py``. A frozen program begins here as well."""

import sys

from xiangqi.cli import main

if __name__ == "__main__":
    sys.exit(main())
