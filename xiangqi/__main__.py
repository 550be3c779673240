"""Lets ``python -m xiangqi`` and ``python …/xiangqi/__main__.py`` do what the installed command does.

Python looks for modules in the current folder first with ``-m``, and otherwise in the folder of this file. What
lies in the current folder is not to be trusted, so neither is left there when the program is imported.
"""

import os
import sys


def _trust_installed_modules_only() -> None:
    """Drop the folder that Python has put first, and import the package that this file belongs to."""
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        del sys.path[0]
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib loads more
    sys.path.insert(0, home)
    import xiangqi  # noqa: F401 - from here on its modules are found without sys.path

    if home in sys.path[1:]:
        del sys.path[0]  # its own place may come after the standard library


if __name__ == "__main__":
    _trust_installed_modules_only()

    from xiangqi.cli import main

    sys.exit(main())
