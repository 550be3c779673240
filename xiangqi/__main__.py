"""Lets ``python -m xiangqi`` do what the installed command does."""

import sys

from xiangqi.cli import main

sys.exit(main())
