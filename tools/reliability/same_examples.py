"""Examples of Hypothesis that a seed alone decides.

Hypothesis draws one value in twenty from the numbers and texts in the files of all modules loaded so far, even
where its examples are to be the same in every run. These would then depend on which tests a process has run, on
the name of the folder that holds the program, and on every number that is changed anywhere in it.
"""

from __future__ import annotations

from hypothesis.internal.conjecture import providers


def draw_by_the_seed_alone() -> None:
    """Have Hypothesis draw nothing from the program's files, in this process, from now on."""
    nothing = providers._local_constants
    providers._get_local_constants = lambda: nothing
