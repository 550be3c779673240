"""The rings of the tests: what is run at every change, and what before a change is ready.

    pytest -m fast          a ring; without -m all of them are run

A test belongs to one ring, by the first line below that its path begins with; most are fast. The rings that
are not fast start programs, build something, draw every screen, or try inputs by the thousand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent

FAST: Final = "fast"

RINGS: Final = {
    "e2e": ("e2e/",),
    "golden": (
        "unit/ui/test_every_screen.py",
        "unit/ui/test_golden.py",
        "unit/ui/records/test_film.py",
        "unit/ui/test_scale.py",
    ),
    "build": (
        "unit/core/test_dialect.py",
        "unit/core/test_kernel_library.py",
        "unit/core/test_jit.py",
        "unit/engine/test_interpreted.py",
        "unit/test_architecture.py",
        "unit/test_benchmarks.py",
        "unit/test_packaging.py",
        "unit/test_release.py",
    ),
    "fuzz": (
        "unit/app/test_any_order.py",
        "unit/app/test_monkey.py",
        "unit/records/text/test_dialects.py",
        "unit/records/text/test_pgn_round_trip.py",
        "unit/records/test_round_trips.py",
        "unit/test_cxa.py",
        "unit/test_fuzz.py",
        "unit/test_referee_properties.py",
        "unit/ui/window/test_window_monkey.py",
    ),
    "system": (
        "unit/app/engines/test_engine_faults.py",
        "unit/app/recognition/",
        "unit/app/records/test_pictures.py",
        "unit/app/records/test_reading.py",
        "unit/app/test_runner.py",
        "unit/cli/",
        "unit/coach/test_coach_review.py",
        "unit/engine/test_levels.py",
        "unit/engine/test_search.py",
        "unit/engine/test_threads.py",
        "unit/jobs/",
        "unit/library/",
        "unit/match/test_series.py",
        "unit/printing/",
        "unit/recognition/test_lattice.py",
        "unit/recognition/test_images.py",
        "unit/recognition/test_given_pictures.py",
        "unit/recognition/test_recognise.py",
        "unit/protocol/test_client.py",
        "unit/protocol/test_process.py",
        "unit/protocol/test_server.py",
        "unit/storage/test_journal.py",
        "unit/tables/test_making.py",
        "unit/tables/test_probing.py",
        "unit/tables/test_solving.py",
        "unit/test_disk_files.py",
        "unit/test_launch.py",
        "unit/tools/",
        "unit/ui/window/test_splash.py",
        "unit/ui/window/test_poor_machine.py",
        "unit/ui/window/test_sound.py",
    ),
}
"""Ring -> how the paths of its tests begin, below this folder."""

ORDER: Final = ("e2e", "build", "system", "fuzz", "golden", FAST)
"""The rings as they are run, those with the longest files first."""


@cache
def ring_of(path: Path) -> str:
    """Return the ring of the tests in a file below this folder."""
    name = path.relative_to(ROOT).as_posix()
    return next((ring for ring, beginnings in RINGS.items() if name.startswith(beginnings)), FAST)
