"""Helpers that make a release reproducible on any machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
_EARLIEST: Final = 1_577_836_800  # 2020; ZIP archives cannot store times before 1980


def date_of_release() -> int:
    """Return the time of all files in seconds: `SOURCE_DATE_EPOCH`, else that of the last commit, else 2020."""
    if named := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(named)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and (ROOT / ".git").exists() else _EARLIEST


def steady(**variables: str) -> dict[str, str]:
    """Return the environment for programs whose results must be reproducible."""
    fixed = {
        "SOURCE_DATE_EPOCH": str(date_of_release()),
        "PYTHONHASHSEED": "0",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
    return os.environ | fixed | variables
