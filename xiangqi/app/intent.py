"""The base class of all requests by the player. Every intent declares its own rules, which mypy enforces."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from xiangqi.action import Action


class Leaves(Enum):
    """The documents that an intent removes from the board, whose unsaved changes would be lost."""

    NOTHING = "nothing"
    RECORD = "record"  # a record; a game being played stays open beneath
    FINISHED_GAME = "finished_game"  # a record or a finished game
    RUNNING_GAME = "running_game"  # a record or any game, since another game begins
    EVERYTHING = "everything"  # all documents, since the program ends


class Help(Enum):
    """The kinds of help in a game, which are not all allowed while one is being played."""

    HINT = "hint"
    TAKE_BACK = "take_back"
    COMMENTS = "comments"  # the coach's
    ENGINE = "engine"  # also the evaluation bar, the explorer, threats and attacks
    RECORDS = "records"  # opening records, searching for positions


class Intent(Action):
    """A request of the player. A feature's intents are defined beside their handlers."""

    # what it removes from the board, after a question if there are unsaved changes
    leaves_document: ClassVar[Leaves]
    # whether it has a meaning while a position is set up; otherwise the player is informed that it has none
    allowed_in_editor: ClassVar[bool]
    # whether it acts on the board, and so is ignored while a panel or a question covers that
    on_board: ClassVar[bool]
    # the kind of help that it gives in a game being played; None for none
    helps: ClassVar[Help | None]
    # whether it opens or lists records, for which a game that locks it can be put aside
    opens_record: ClassVar[bool]

    def __init_subclass__(
        cls,
        *,
        leaves_document: Leaves = Leaves.NOTHING,
        allowed_in_editor: bool,
        on_board: bool = False,
        helps: Help | None = None,
        opens_record: bool = False,
    ) -> None:
        """Store the rules on the class."""
        cls.leaves_document, cls.allowed_in_editor = leaves_document, allowed_in_editor
        cls.on_board, cls.helps, cls.opens_record = on_board, helps, opens_record
