"""Makes ``python -m xiangqi`` and ``python …/xiangqi/__main__.py`` behave like the installed command.

Python searches the current folder first with ``-m``, and otherwise the folder of this file. The content of the
current folder is not trusted, so both are removed from the search path before the program is imported.
"""

import os
import sys


def _trust_installed_modules_only() -> None:
    """Remove the folder that Python put first, and import the package that this file belongs to."""
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        del sys.path[0]
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib loads more
    sys.path.insert(0, home)
    import xiangqi  # noqa: F401 - its modules are now found without sys.path

    if home in sys.path[1:]:
        del sys.path[0]  # its regular entry may come after the standard library


if __name__ == "__main__":
    _trust_installed_modules_only()

    from xiangqi.cli import main

    sys.exit(main())
