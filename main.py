"""Starts the game from a checkout: ``python main.py``.

A frozen program begins here as well, and stands in for Python where one of its modules is to be run:
``xiangqi -m xiangqi.core.foundry FILE``.
"""

import runpy
import sys

from xiangqi.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False) and sys.argv[1:2] == ["-m"]:
        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        sys.exit()
    sys.exit(main())
