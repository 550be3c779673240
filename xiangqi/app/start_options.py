"""The command line's options for the first game; imports nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Options:
    """The command line's options for the first game."""

    side: str | None = None  # the person's side: "red", "black", "both" or "none"; None for the last game's
    level: int | None = None  # the computer's level, from 1; None for that of the last game
    # program and arguments of an external engine; None for the one of the last game
    engine: tuple[str, ...] | None = None
    file_or_fen: str | None = None  # a record to open, or a position to play from
    language: str | None = None  # for this run; None for the player's
    notation: str | None = None  # for this run, None for the player's

    @property
    def names_a_game(self) -> bool:
        """Whether the options specify what to play or open."""
        return replace(self, language=None, notation=None) != Options()

    @property
    def for_this_run(self) -> dict[str, str]:
        """Settings that the command line overrides without saving them."""
        chosen = {"language": self.language, "notation": self.notation}
        return {name: value for name, value in chosen.items() if value is not None}
