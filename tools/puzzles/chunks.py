"""Chunks of work for a pack of exercises, and the form in which the log holds an exercise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tools.puzzles.composing import CASTS, compose, lengthen
from tools.puzzles.measuring import measured
from tools.puzzles.mining import LONGEST_MATE, mine_game
from xiangqi.board import Move
from xiangqi.exercises.pack import Exercise, ExerciseKind, load_pack

ROOTS: Final = 4
"""The least moves to mate of the shipped exercises that are lengthened."""

_TRIES: Final = 200  # positions in a chunk of composing
_CAST_TRIES: Final = 1500  # the same if pieces have fixed places, where most positions have no mate
_CAST_MOST: Final = 12  # the most mates of such a chunk


@dataclass(frozen=True)
class Chunk:
    """A chunk of work and the seed of all its randomness."""

    kind: str
    seed: int

    @property
    def name(self) -> str:
        """The name in the log."""
        return f"{self.kind} {self.seed}"


def work_on(chunk: Chunk) -> list[Exercise]:
    """Return the exercises of a chunk, verified and measured."""
    if chunk.kind == "game":
        return mine_game(chunk.seed)
    if chunk.kind == "longer":
        roots = [one for one in load_pack() if ROOTS <= one.mate < LONGEST_MATE]
        longer = lengthen(roots[chunk.seed % len(roots)], chunk.seed, LONGEST_MATE)
        return [measured(exercise) for exercise in longer]
    if chunk.kind in CASTS:
        found = compose(chunk.seed, _CAST_TRIES, chunk.kind, _CAST_MOST)
        return [measured(exercise) for exercise in found]
    return [measured(exercise) for exercise in compose(chunk.seed, _TRIES)]


def to_record(exercise: Exercise) -> dict[str, object]:
    """Return an exercise as a JSON object for the log: fen, kind, themes, rating, and solution in ICCS."""
    values = {"fen": exercise.fen, "kind": exercise.kind.value, "themes": exercise.themes}
    return values | {"rating": exercise.rating, "solution": [move.iccs for move in exercise.solution]}


def from_record(values: dict[str, object]) -> Exercise:
    """Return the exercise of an object made by `to_record`."""
    themes, solution = values["themes"], values["solution"]
    assert isinstance(themes, list)
    assert isinstance(solution, list)
    return Exercise(
        str(values["fen"]),
        tuple(Move.from_iccs(move) for move in solution),
        ExerciseKind(values["kind"]),
        tuple(themes),
        int(str(values["rating"])),
    )
