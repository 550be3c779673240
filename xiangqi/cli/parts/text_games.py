"""The player's own games in the text mode: their list, and a game of it on the board."""

from __future__ import annotations

from typing import Final

from xiangqi.app.library.own_games import AskOwnGames, ContinueStored, OpenStoredGame
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.transcript import told_names
from xiangqi.cli.parts.text_pages import Pages, Part
from xiangqi.cli.parts.typed_words import whole_number
from xiangqi.library import OwnGame
from xiangqi.ui.parts.dates import day_words

_MOST_GAMES: Final = 20

_LAST: Final = ("last", "最近", "最后", "最後", "cuối")
_RESULTS: Final = {"1-0": "result.red", "0-1": "result.black", "1/2-1/2": "result.draw"}


class RecordedGames(Part):
    """Lists the player's games, and puts one of them on the board."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self._asked_on: int | None = None  # the document on the board while the player is asked to leave it
        self.commands = {
            "games": self._games,
        }

    def _games(self, words: list[str]) -> None:
        """List the player's latest games, or put one of them on the board by its number in the list."""
        games = self._own_games()
        number = whole_number(words)
        if number is not None and 0 < number <= len(games):
            self._open_or_continue(games[number - 1])
            return
        if words:
            self._say(self.texts("terminal.usage.games"))
        self._say_unfinished()
        for place, game in enumerate(games, 1):
            names = self.texts.tell(told_names(game.red, game.black, game.played.side))
            result = self.texts(_RESULTS.get(game.result, "terminal.unfinished"))
            moves = self.texts("records.moves", count=(game.plies + 1) // 2)
            ended = day_words(self.texts, game.played.ended, self._state.today, timed=True)
            self._say(f"{place}. {self.texts('spoken.then').join([names, result, moves, ended])}")
        self._say(self.texts("terminal.games" if games else "terminal.no_games"))
        self._pages.offer(self._games)

    def _say_unfinished(self) -> None:
        """Say which unfinished game is in no list: the one that is offered, and the one on the board."""
        offered, play = self._state.resume, self._state.document.play
        if offered is not None:
            self._say(self.texts("terminal.resume", count=full_moves(len(offered.play.moves))))
        if type(play) is GameInProgress and play.is_unfinished and play.continues == 0:
            self._say(self.texts("terminal.game_here", count=full_moves(len(play.moves))))

    def open_game(self, words: list[str]) -> bool:
        """Put the player's latest or a numbered game on the board; without one, say so and return False."""
        games = self._own_games()
        number = 1 if " ".join(words) in _LAST else whole_number(words)
        if games and number is not None and 0 < number <= len(games):
            self._put_on_board(games[number - 1])
            return True
        self._say(self.texts("terminal.usage.games" if games else "terminal.no_games"))
        return False

    def _own_games(self) -> tuple[OwnGame, ...]:
        """Return the player's latest games, finished or not, the latest first."""
        self._runner.send(AskOwnGames())
        self._pages.settle(lambda: self._state.part(LibraryState).own.statistics is not None)
        return self._state.part(LibraryState).own.games[:_MOST_GAMES]

    def _open_or_continue(self, game: OwnGame) -> None:
        """Put a finished game on the board as a record, with its players, or continue an unfinished one."""
        if game.result in _RESULTS:
            self._say(self.texts.tell(told_names(game.red, game.black, game.played.side)))
            self._put_on_board(game)
            return

        def is_there() -> bool:
            play = self._state.document.play
            return bool(self._state.toasts) or (play is not None and play.continues == game.number)

        self._runner.send(ContinueStored(game.number))
        self._pages.settle(is_there)
        if self._state.question is not None:
            self._asked_on = self._state.document.id
            self._pages.hush()  # the game is only on the board once the player has agreed

    def decline(self) -> None:
        """Return to the game on the board if the player has just refused to leave it for another."""
        if self._state.document.id == self._asked_on:
            self._runner.send(CloseRecord())
        self._asked_on = None

    def _put_on_board(self, game: OwnGame) -> None:
        before = self._state.document.id
        self._runner.send(OpenStoredGame(game.number, game.plies))
        self._pages.settle(lambda: self._state.document.id != before or bool(self._state.toasts))
        self._pages.take_as_told()
