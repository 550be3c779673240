"""Games and records in the text mode: new ones, files, and the positions of what is on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.game.play import NewGame, setup_given
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.loading import ChooseGame, OpenFile
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session import view
from xiangqi.app.session.state import Panel
from xiangqi.app.session.strength import HIGHEST, LOWEST
from xiangqi.board import START_FEN
from xiangqi.cli.parts.text_help import ALL, command_named
from xiangqi.cli.parts.text_pages import Pages, Part
from xiangqi.cli.parts.typed_words import LEVEL_WORDS, side_typed, whole_number, with_sides
from xiangqi.disk import written_path

_QUOTES: Final = ('""', "''", "“”", "「」", "《》")


class Records(Part):
    """Starts games, opens and saves files, and goes to positions."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.commands = {
            "new": self._new,
            "save": self._save,
            "open": self._open,
            "goto": self._go_to,
            "game": self._choose_game,
        }

    def _new(self, words: list[str]) -> None:
        """Start a new game: ``new [SIDE] [LEVEL] [fen FEN]``; without them, side and level are as last time.

        ``new all`` opens the page with all choices instead.
        """
        if " ".join(words) in ALL:
            self._pages.open(Panel.NEW_GAME)
            return
        given: dict[str, object] = {}
        fen, words = START_FEN, with_sides(words)
        for index, word in enumerate(words):
            if (side := side_typed(word)) is not None:
                given["side"] = side
            elif (level := whole_number([word])) is not None and LOWEST <= level <= HIGHEST:
                given["level"] = level
            elif word in LEVEL_WORDS:
                continue
            elif word == "fen":
                fen = " ".join(words[index + 1 :])
                break
            else:
                self._say(self.texts("terminal.usage.new", low=LOWEST, high=HIGHEST))
                return
        setup = setup_given(self._state.settings, given)
        self._runner.send(NewGame(replace(setup, start_fen=fen)))

    def _save(self, words: list[str]) -> None:
        if not words:
            self._say(self.texts("terminal.usage.file", command="save"))
            return
        self._runner.send(SaveFile(written_path(self._name_typed())))

    def _open(self, words: list[str]) -> None:
        if not words:
            self._say(self.texts("terminal.usage.file", command="open"))
            return
        self._runner.send(OpenFile(written_path(self._name_typed())))

    def _name_typed(self) -> str:
        """Return the name of a file after a command, as it was typed but without quotation marks around it."""
        name = self._pages.typed.split(maxsplit=1)[1]
        return name[1:-1] if len(name) > len(_QUOTES[0]) and (name[0] + name[-1]) in _QUOTES else name

    def _go_to(self, words: list[str]) -> None:
        """Show the position after a number of moves; words for the start and the end are accepted, too."""
        number, total = whole_number(words), len(view.line(self._state).moves)
        named = {"first": 0, "last": total}.get(command_named(self.texts, " ".join(words)))
        if named is not None:
            number = named
        if number is not None and number > total:
            self._say(self.texts("terminal.goto_most", total=total))
        elif number is not None:
            self._runner.send(GoTo(number))
        else:
            self._say(self.texts("terminal.usage.goto"))

    def _choose_game(self, words: list[str]) -> None:
        number = whole_number(words)
        if number is not None:
            self._runner.send(ChooseGame(number - 1))
        else:
            self._say(self.texts("terminal.usage.game"))
