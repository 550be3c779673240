"""The rings of the tests, and which of them are run where none is asked for.

    pytest                  what proves this machine: all that is fast, and of each other ring a few (PROOF)
    pytest --all            everything
    pytest --rest           what the first leaves out
    pytest -m fast          a ring; so do names of files and folders, and -k, choose among all tests

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
        "unit/ui/test_every_reader_tree.py",
        "unit/ui/test_every_screen.py",
        "unit/ui/test_large_text.py",
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
        "unit/app/insights/test_background_reviews.py",
        "unit/app/recognition/",
        "unit/app/records/test_pictures.py",
        "unit/app/records/test_reading.py",
        "unit/app/test_runner.py",
        "unit/cli/",
        "unit/coach/test_check_coach.py",
        "unit/coach/test_coach_review.py",
        "unit/coach/test_read_again.py",
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

PROOF: Final = (
    # A window, driven by mouse and keyboard.
    "e2e/test_dropped.py",
    "e2e/test_editor.py",
    "e2e/test_window.py::test_a_whole_game_against_the_computer",
    "e2e/test_window.py::test_a_killed_game_is_there_again",
    "e2e/test_window.py::test_no_display_is_said_in_one_line",
    # What is installed, and how: wheel, layers, kernels for this processor.
    "unit/core/test_jit.py::test_what_is_built_is_loaded_without_numba",
    "unit/core/test_jit.py::test_without_kernels_and_without_numba_the_program_says_so_and_runs",
    "unit/core/test_kernel_library.py::test_the_programs_own_library_has_every_kernel",
    "unit/core/test_kernel_library.py::test_the_library_for_this_processor_is_chosen_whatever_their_order",
    "unit/test_architecture.py::test_layers_import_only_downwards",
    "unit/test_packaging.py::test_an_installed_wheel",
    "unit/test_packaging.py::test_the_console_command_is_the_program",
    # Inputs and actions by the thousand: one kind of each.
    "unit/app/test_monkey.py::test_any_order_of_messages_is_borne",
    "unit/records/test_round_trips.py",
    "unit/test_referee_properties.py::test_agrees_with_the_plain_reading",
    "unit/ui/window/test_window_monkey.py::test_random_input_breaks_nothing[1]",
    # How fonts and pictures come out.
    "unit/ui/records/test_film.py",
    "unit/ui/test_every_screen.py::test_no_text_is_cut[zh-Hant-",
    "unit/ui/test_golden.py::test_it_looks_as_it_was_stored[(800, 600)-",
    "unit/ui/test_scale.py",
    # Engines and commands as processes, files, disks, sound.
    "unit/app/engines/test_engine_faults.py",
    "unit/app/insights/test_background_reviews.py::test_the_window_closes_in_the_middle_of_a_review",
    "unit/app/recognition/",
    "unit/app/records/test_pictures.py",
    "unit/app/records/test_reading.py",
    "unit/app/test_runner.py",
    "unit/cli/test_command_line.py",
    "unit/cli/test_convert_command.py",
    "unit/cli/test_desktop_command.py",
    "unit/cli/test_judge_command.py",
    "unit/cli/test_lessons_command.py",
    "unit/cli/test_library_command.py",
    "unit/cli/test_library_insights_command.py",
    "unit/cli/test_openings_command.py",
    "unit/cli/test_outputs.py",
    "unit/cli/test_print_command.py::test_the_",
    "unit/cli/test_print_command.py::test_w",
    "unit/cli/test_puzzles_command.py",
    "unit/cli/test_recognise_command.py",
    "unit/cli/test_repertoire_command.py",
    "unit/cli/test_spoken_language.py",
    "unit/cli/test_text_game.py",
    "unit/coach/test_coach_review.py",
    "unit/engine/test_levels.py",
    "unit/engine/test_threads.py",
    "unit/jobs/test_local_processes.py",
    "unit/library/test_dates.py",
    "unit/library/test_library.py",
    "unit/library/test_naming.py",
    "unit/library/test_players.py",
    "unit/library/test_power_cut.py",
    "unit/library/test_stored_moves.py",
    "unit/printing/",
    "unit/protocol/test_client.py",
    "unit/protocol/test_process.py",
    "unit/protocol/test_server.py",
    "unit/recognition/test_images.py",
    "unit/recognition/test_recognise.py::test_boards_of_the_program_are_read",
    "unit/storage/test_journal.py",
    "unit/tables/test_making.py",
    "unit/tables/test_probing.py",
    "unit/test_disk_files.py",
    "unit/tools/test_build_openings.py",
    "unit/tools/test_insight_games.py",
    "unit/tools/test_puzzle_tools.py",
    "unit/tools/test_table_checks.py",
    "unit/ui/window/test_splash.py",
    "unit/ui/window/test_sound.py",
)
"""How the names of the tests of other rings begin that are run with the fast ones, below this folder: the few
that would notice a broken installation, window, engine process, file system or wheel, and what costs little."""

TOGETHER: Final = (
    (  # kernels that refute the coach
        "unit/coach/test_hollow_cannon.py",
        "unit/coach/test_material.py",
        "unit/coach/test_pressure.py",
        "unit/coach/test_purposes.py",
        "unit/coach/test_refute.py",
        "unit/coach/test_threats.py",
    ),
    (  # solved endgames
        "unit/tables/test_probing.py",
        "unit/tables/test_solving.py",
        "unit/tables/test_steps.py",
        "unit/tables/test_tree_tables.py",
    ),
    (  # catalogues of players
        "unit/insights/test_claims.py",
        "unit/insights/test_rates.py",
    ),
)
"""Files that one process runs, since it takes seconds to make what they share."""

ORDER: Final = ("e2e", "build", "system", "fuzz", "golden", FAST)
"""The rings as they are run, those with the longest files first."""


@cache
def ring_of(path: Path) -> str:
    """Return the ring of the tests in a file below this folder."""
    name = path.relative_to(ROOT).as_posix()
    return next((ring for ring, beginnings in RINGS.items() if name.startswith(beginnings)), FAST)


def may_prove(path: Path) -> bool:
    """Tell whether some tests in a file below this folder are run where none is asked for."""
    name = path.relative_to(ROOT).as_posix()
    return ring_of(path) == FAST or any(name.startswith(some.partition("::")[0]) for some in PROOF)


def proves(path: Path, test: str) -> bool:
    """Tell whether a test, named with its parameters, is run where none is asked for."""
    name = f"{path.relative_to(ROOT).as_posix()}::{test}"
    return ring_of(path) == FAST or name.startswith(PROOF)
