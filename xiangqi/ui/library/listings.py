"""The lists of the page of games, and the actions on each game, wherever it is stored.

A `Listing` has the games of the library, the player's own, those of an opened file, or analyses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from operator import attrgetter
from typing import Final

from xiangqi.action import Action
from xiangqi.app.exercises.classics import name_of_classic
from xiangqi.app.exercises.puzzle_goal import is_puzzle
from xiangqi.app.exercises.puzzles import SolvePuzzle
from xiangqi.app.library.listing import StarGame, lists_of
from xiangqi.app.library.masters import libraries_of
from xiangqi.app.library.own_games import ContinueStored, DeleteOwnGame, ExportGames, OpenStoredGame
from xiangqi.app.library.state import OWN_PAGES, FoundGames, LibraryPage, LibraryState, page_shown
from xiangqi.app.records.analyses import is_worth_keeping
from xiangqi.app.records.loading import ChooseGame, ShowDocument
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.solved import is_solved
from xiangqi.app.session.state import AppState, Panel
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, BOARD_SQUARES
from xiangqi.errors import FenError
from xiangqi.fen import parse_fen
from xiangqi.folding import as_fields
from xiangqi.library import OwnGame, Query
from xiangqi.library.masters import Whose
from xiangqi.library.played import LOST
from xiangqi.pinyin import name_in_letters
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.revision import Revision
from xiangqi.ui.parts.actions import GAME_SEARCH
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.finder import Order
from xiangqi.ui.parts.game_rows import GameFacts, GameRow, facts_of, game_row
from xiangqi.ui.parts.opening_names import searched_opening

LIST: Final = "games"
"""Key of the list of games."""

_LARGEST: Final = 1 << 16  # size of the largest packed game whose moves are shown, bytes


@dataclass(frozen=True)
class GameLine:
    """A game in the form shown on the board beside the list."""

    start: Mapping[int, int]  # piece codes by square at its start
    moves: tuple[Move, ...] = ()
    ply: int = 0  # the position that is shown first
    flipped: bool = False

    def position(self, ply: int) -> dict[int, int]:
        """Return piece codes by square after `ply` moves."""
        pieces = dict(self.start)
        for move in self.moves[:ply]:
            pieces[move.to_square] = pieces.pop(move.from_square, 0)
        return pieces


@dataclass(frozen=True)
class GameActions:
    """The actions on a game of a list; None for those that are impossible."""

    open: Action
    review: Action | None = None
    export: Action | None = None
    delete: Action | None = None
    star: Action | None = None
    go_on: Action | None = None
    starred: bool = False

    @property
    def on_board(self) -> Action:
        """The action that puts the game on the board: an unfinished one is continued, any other is opened."""
        return self.go_on or self.open


def stored_game_actions(
    scene: PanelContext, number: int, ply: int = 0, *, of_masters: bool = False
) -> GameActions:
    """Return the actions on a game of the library; only the player's own can be deleted.

    Games of masters can be opened and reviewed.
    """
    if of_masters:
        opened = OpenStoredGame(number, ply, of_masters=True)
        return GameActions(opened, replace(opened, review=True))
    own = scene.state.part(LibraryState).own
    starred, game = number in own.stars, own.find(number)
    return GameActions(
        OpenStoredGame(number, ply),
        OpenStoredGame(number, ply, review=True),
        ExportGames((number,)),
        DeleteOwnGame(number) if game is not None else None,
        StarGame(number, not starred),
        ContinueStored(number) if game is not None and game.result == "*" else None,
        starred,
    )


class Listing(ABC):
    """A list of games for the page.

    Attributes:
        usual: the column by which the games are sorted until the player chooses one; None if they are not
            sorted by any.
    """

    usual: Order | None = None

    def __init__(self, scene: PanelContext) -> None:
        self.scene = scene
        self.found: Sequence[int] = ()  # the games that the typed words find, by their index, in order
        self.count = 0  # the number of all games of the list

    @property
    def first(self) -> int:
        """The index in `found` of the row that is chosen initially."""
        return 0

    @property
    def failure(self) -> str:
        """The reason why games are missing; "" if none are."""
        return ""

    @property
    def empty(self) -> str:
        """The text shown if there are no rows."""
        return self.scene.texts("records.none_found")

    @abstractmethod
    def facts(self, index: int) -> GameFacts:
        """Return the facts of a game that the list shows."""

    @abstractmethod
    def actions(self, index: int) -> GameActions:
        """Return the actions on a game."""

    @abstractmethod
    def line(self, index: int) -> GameLine:
        """Return a game for the board."""

    @abstractmethod
    def number(self, index: int) -> int:
        """Return a game's number in the player's library, 0 if it is not in it."""

    @property
    def is_stored(self) -> bool:
        """Whether games are in the player's library."""
        return any(self.number(index) for index in self.found)

    def row(self, place: int, width_px: int | None) -> GameRow:
        """Return the row at a place of the list."""
        index = self.found[place]
        actions = self.actions(index)
        return game_row(self.scene, self.facts(index), actions.on_board, index, width_px=width_px)


class OwnListing(Listing):
    """The player's own games: all of them, the lost ones not yet reviewed, or the unfinished ones."""

    usual = Order("date", descending=True)

    def __init__(self, scene: PanelContext, page: LibraryPage, query: str, order: Order) -> None:
        super().__init__(scene)
        self._own = scene.state.part(LibraryState).own
        self._games, self._query = own_games(self._own.games, page), query
        self.count = len(self._games)
        name_of, language = partial(searched_opening, scene.texts), scene.state.settings.language
        self.found = scene.finder.find(self._games, query, order, self._words, name_of, language)

    @property
    def failure(self) -> str:
        return self._own.failure

    @property
    def empty(self) -> str:
        texts = self.scene.texts
        if self._own.failure:
            return texts.tell(self._own.failure)
        if self._own.statistics is None:
            return texts("explorer.looking")
        if self._own.games or self._query:
            return texts("records.none_found" if self.count or self._query else "games.none_here")
        return texts("library.none")

    def facts(self, index: int) -> GameFacts:
        game = self._games[index]
        return replace(facts_of(game), starred=game.number in self._own.stars)

    def actions(self, index: int) -> GameActions:
        return stored_game_actions(self.scene, self._games[index].number)

    def line(self, index: int) -> GameLine:
        game = self._games[index]
        start = dict(zip(BOARD_SQUARES, game.start_points, strict=False))
        return GameLine(_there(start), game.moves, len(game.moves), game.played.side == BLACK)

    def number(self, index: int) -> int:
        return self._games[index].number

    def _words(self, game: OwnGame) -> str:
        """Return the text in which a search looks for words."""
        scene = self.scene
        row = game_row(scene, facts_of(game), ClosePanel())
        told = day_words(scene.texts, game.played.ended, scene.state.today)
        accuracy = (
            "" if game.accuracy is None else scene.texts("library.accuracy", percent=round(game.accuracy))
        )
        side = "" if game.played.side is None else scene.side_name(game.played.side)
        fields = (row.text, row.red, row.black, side, game.played.ended, told, row.result, accuracy)
        return as_fields(fields)


def own_games(games: tuple[OwnGame, ...], page: LibraryPage) -> tuple[OwnGame, ...]:
    """Return the player's own games that a page lists."""
    if page is LibraryPage.LOST:
        return tuple(game for game in games if game.outcome == LOST and game.accuracy is None)
    if page is LibraryPage.UNFINISHED:
        return tuple(game for game in games if game.result == "*")
    return games


class FileListing(Listing):
    """The games of an opened file."""

    def __init__(self, scene: PanelContext, document: Document, query: str, order: Order) -> None:
        super().__init__(scene)
        self._document = document
        self.count = len(document.games)
        name_of, language = partial(searched_opening, scene.texts), scene.state.settings.language
        self.found = scene.finder.find(document.games, query, order, name_of=name_of, language=language)

    @property
    def _index(self) -> int:
        return self._document.collection.index if self._document.collection is not None else 0

    @property
    def first(self) -> int:
        found = self.found
        return found.index(self._index) if self._index in found else 0

    def facts(self, index: int) -> GameFacts:
        game = self._document.games[index]
        facts = facts_of(game)
        if not facts.is_puzzle or not is_solved(game.fen, self.scene.state.solved):
            return facts
        return replace(facts, solved=True, event=facts.event or name_of_classic(game))

    def actions(self, index: int) -> GameActions:
        if is_puzzle(self._document.games[index]):
            return GameActions(SolvePuzzle(index))
        return GameActions(
            ClosePanel() if index == self._index else ChooseGame(index),
            ChooseGame(index, StartReview()),
            ChooseGame(index, _SAVE),
        )

    def number(self, index: int) -> int:
        return 0

    def line(self, index: int) -> GameLine:
        return line_of(self._document.games[index], None)


class AnalysisListing(Listing):
    """The analyses that are kept, the latest first."""

    def __init__(self, scene: PanelContext, query: str, order: Order) -> None:
        super().__init__(scene)
        self._boards = analyses(scene.state)
        self.count = len(self._boards)
        name_of, language = partial(searched_opening, scene.texts), scene.state.settings.language
        games = tuple(_packed(board.tree) for board in self._boards)
        self.found = scene.finder.find(games, query, order, name_of=name_of, language=language)

    @property
    def empty(self) -> str:
        return self.scene.texts("records.none_found" if self._boards else "games.no_analyses")

    def facts(self, index: int) -> GameFacts:
        return facts_of(_packed(self._boards[index].tree))

    def actions(self, index: int) -> GameActions:
        return GameActions(ShowDocument(self._boards[index].id))

    def line(self, index: int) -> GameLine:
        board = self._boards[index]
        line = line_of(_packed(board.tree), board.cursor.ply)
        return replace(line, flipped=board.is_flipped)

    def number(self, index: int) -> int:
        return 0


def analyses(state: AppState) -> tuple[Document, ...]:
    """Return the analyses that are kept, the latest first."""
    kept = (board for board in state.documents if board.is_analysis and is_worth_keeping(board))
    return tuple(sorted(kept, key=lambda board: board.id, reverse=True))


@lru_cache(maxsize=32)
def _packed(tree: Revision) -> PackedGame:
    return pack(tree.to_game())


class StoredListing(Listing):
    """Games of the library or of the masters: all of them, the starred ones, or those that a search found."""

    def __init__(self, scene: PanelContext, games: FoundGames, query: str, order: Order) -> None:
        super().__init__(scene)
        self._games = games
        self._own = {game.number: game for game in scene.state.part(LibraryState).own.games}
        self.count = len(games.games)
        both = games.libraries.own and games.libraries.masters is not None
        if not both and not games.numbers:
            self.usual = Order("date", descending=True)
        name_of, language = partial(searched_opening, scene.texts), scene.state.settings.language
        words_of = _words_of_masters if games.libraries.masters is not None else _words_of
        self.found = scene.finder.find(games.games, query, order, words_of, name_of, language)

    @property
    def failure(self) -> str:
        return self._games.failure or self.scene.state.part(LibraryState).masters.failure * self._is_of_masters

    @property
    def _is_of_masters(self) -> bool:
        return self._games.libraries.masters is not None

    @property
    def empty(self) -> str:
        texts = self.scene.texts
        if self.failure:
            return texts.tell(self.failure)
        made = self.scene.state.part(LibraryState).masters.share
        if made is not None and self._is_of_masters:
            return texts("explorer.making_masters", percent=round(100 * made))
        return texts("records.none_found" if self._games.complete else "explorer.looking")

    def facts(self, index: int) -> GameFacts:
        facts = facts_of(self._own.get(self.number(index), self._games.games[index]))
        return replace(facts, starred=self.number(index) in self.scene.state.part(LibraryState).own.stars)

    def actions(self, index: int) -> GameActions:
        stored = self._games.stored[index]
        return stored_game_actions(self.scene, stored.number, stored.ply, of_masters=stored.of_masters)

    def line(self, index: int) -> GameLine:
        stored, own = self._games.stored[index], self._own.get(self.number(index))
        line = line_of(self._games.games[index], stored.ply or None)
        return line if own is None else replace(line, flipped=own.played.side == BLACK)

    def number(self, index: int) -> int:
        stored = self._games.stored[index]
        return 0 if stored.of_masters else stored.number


_words_of = attrgetter("words")


def _words_of_masters(game: PackedGame) -> str:
    """Return the text in which a search looks for words: masters are found by their names in letters, too.

    These may be typed as one word, such as *huronghua*.
    """
    letters = [name_in_letters(name) for name in (game.red, game.black)]
    return f"{game.words}\n{as_fields((*letters, *(name.replace(' ', '') for name in letters)))}"


_SAVE: Final = OpenPanel(Panel.SAVE_FILE)


@lru_cache(maxsize=16)
def line_of(game: PackedGame, ply: int | None) -> GameLine:
    """Return a packed game for the board: a puzzle at its start, any other game at `ply`, by default its end.

    A very long game, which is slow to read, is shown without its moves.
    """
    try:
        start = dict(parse_fen(game.fen).placement)
    except FenError:
        return GameLine({})
    if len(game.content) > _LARGEST:
        return GameLine(start)
    moves = tuple(game.unpack().main_line())
    last = 0 if is_puzzle(game) else len(moves) if ply is None else min(ply, len(moves))
    return GameLine(start, moves, last)


def _there(points: Mapping[int, int]) -> dict[int, int]:
    return {square: code for square, code in points.items() if code}


def listing(scene: PanelContext) -> Listing | None:
    """Return the list that the page of games shows, or None while it shows something else."""
    state, memory = scene.state, scene.memory
    page, query, order = page_shown(state), memory.texts.get(GAME_SEARCH, ""), Order.of(LIST, memory)
    if state.panel is Panel.GAME_LIST:
        return FileListing(scene, state.document, query, order)
    if page is LibraryPage.ANALYSES:
        return AnalysisListing(scene, query, order)
    if page in OWN_PAGES:
        return OwnListing(scene, page, query, order)
    lists = lists_of(state.part(LibraryState))
    if page not in lists:
        return None
    whose = Whose.MASTERS if page is LibraryPage.MASTERS else Whose.OWN
    games = lists[page] or FoundGames(Query(), 0, libraries=libraries_of(state, whose))
    return StoredListing(scene, games, query, order)
