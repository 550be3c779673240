"""The library's part of the session, as plain frozen data.

The library is queried by effects and answers with stamped events; this holds the last question and answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from xiangqi.app.intent import Intent
from xiangqi.app.session.document import Stored
from xiangqi.app.session.state import AppState, Panel
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, KIND_MASK, LETTERS, RED
from xiangqi.fen import Position, format_fen
from xiangqi.library import Filter, ImportReport, OwnGame, PlayedMove, Query, Statistics
from xiangqi.library.masters import OWN_LIBRARY, Libraries, Script, Whose
from xiangqi.line import Line
from xiangqi.openings.practice import PracticeMove
from xiangqi.records.packed import PackedGame


class LibraryPage(str, Enum):
    """The pages of the library: its lists of games, and others."""

    GAMES = "games"  # the player's own games
    LOST = "lost"  # those that were lost and have not been reviewed
    UNFINISHED = "unfinished"  # those without a result
    STARRED = "starred"  # the games with a star
    ANALYSES = "analyses"  # the boards of analysis that are kept
    WHOLE = "whole"  # all games of the library
    MASTERS = "masters"  # the masters' games
    FOUND = "found"  # the games that the last search found
    FIGURES = "figures"  # statistics of the player's own games
    SEARCH = "search"  # the form of a search
    IMPORT = "import"


OWN_PAGES: Final = (LibraryPage.GAMES, LibraryPage.LOST, LibraryPage.UNFINISHED)
"""The lists of the player's own games."""


@dataclass(frozen=True)
class GameFilter:
    """The games that the explorer counts."""

    own: bool = False  # only games that the player has played here
    player: str = ""  # part of a name
    side: int | None = None  # the player's side, RED or BLACK; None for either
    # first_year, last_year: both included, 0 for no bound
    first_year: int = 0
    last_year: int = 0
    mirror: bool = True  # whether mirror images of the position match as well
    whose: Whose = Whose.OWN

    def query(self, fen: str) -> Query:
        """Return the query for the moves played in a position."""
        placement, turn = fen.split()[:2]
        return Query(
            position=f"{placement} {turn} - - 0 1",
            player=self.player,
            side=None if self.own else self.side,
            own=self.side if self.own else None,
            mine=self.own,
            first_date=self.first_year * 10000,
            last_date=self.last_year * 10000 + 1231 if self.last_year else 0,
            mirror=self.mirror,
        )


COUNTED: Final = GameFilter(whose=Whose.MASTERS)
"""The filter of the games whose counts are shipped, so that their library need not be made."""


def own_query(query: Query) -> Query:
    """Return the query for the player's own moves in the same position."""
    turn = RED if query.position.split()[1] == "w" else BLACK
    return Query(position=query.position, own=turn, mirror=query.mirror)


@dataclass(frozen=True)
class ExampleGame:
    """A game that reached the position on the board."""

    number: int  # its number in the library
    # red, black: names; "" if the record does not give them
    red: str
    black: str
    result: str  # one of records.tree.RESULTS
    year: int  # 0 if unknown
    ply: int  # the ply of the position
    move: Move  # the move played in the position
    of_masters: bool = False  # whether it is in the library of masters' games


@dataclass(frozen=True)
class MastersMove:
    """A move that masters played in a position."""

    played: PracticeMove
    opening: str | None  # the code of the opening that it leads to


@dataclass(frozen=True)
class Exploration:
    """The moves played in a position."""

    query: Query  # the question
    moves: tuple[PlayedMove, ...] = ()  # the most frequent first
    own: tuple[tuple[Move, int], ...] = ()  # the number of times that the player has played each move
    examples: tuple[ExampleGame, ...] = ()  # some games, those of the most frequent moves first
    masters: tuple[MastersMove, ...] = ()  # the masters' moves, the most frequent first
    failure: str = ""  # why there is no answer; "" if there is one
    libraries: Libraries = OWN_LIBRARY  # the libraries that were asked

    @property
    def games(self) -> int:
        """The number of games that continued from the position."""
        return sum(played.games for played in self.moves)


@dataclass(frozen=True)
class NamedGame:
    """A game of the library that the palette found by the names in it."""

    number: int  # its number in the library
    # red, black, event, date: as in the record
    red: str
    black: str
    event: str
    date: str
    result: str = "*"  # one of records.tree.RESULTS


class DailyReason(str, Enum):
    """The reasons for choosing the opening of a day's games; the text ``daily.<value>`` states each."""

    MINE = "mine"  # it is one of the player's own
    LAST_GAME = "last_game"  # it was that of the player's last game
    WELL_KNOWN = "well_known"


@dataclass(frozen=True)
class DailyGames:
    """Games of masters for a day."""

    day: str
    codes: tuple[str, ...]  # the openings that were asked for
    reason: DailyReason
    opening: str  # the code of the opening that they play; "" if there are no games
    games: tuple[NamedGame, ...]


@dataclass(frozen=True)
class Explorer:
    """The explorer's question and its last answer."""

    filter: GameFilter = GameFilter()  # the games that count
    asked: Query | None = None  # the latest question; None before the first
    libraries: Libraries = OWN_LIBRARY  # the libraries that it is about
    ask_id: int = 0  # identifies the answer to it
    answer: Exploration | None = None  # the latest answer; it may belong to an earlier question
    document_id: int | None = None  # the document beside which it was last shown; None before that
    by_place: bool = False  # whether it was opened by Openings, and closes where the player goes from there

    @property
    def is_current(self) -> bool:
        """Whether the answer belongs to the latest question."""
        answer = self.answer
        return answer is not None and (answer.query, answer.libraries) == (self.asked, self.libraries)


@dataclass(frozen=True)
class OwnGamesList:
    """The list of the player's own games."""

    games: tuple[OwnGame, ...] = ()  # the latest first
    statistics: Statistics | None = None  # their statistics; None before the first answer
    ask_id: int = 0  # identifies the expected answer
    stale: bool = True  # whether games have changed since the question
    failure: str = ""  # why there is no answer, or ""
    total: int = 0  # the number of all games of the library
    stars: frozenset[int] = frozenset()  # the numbers of the games with a star

    def find(self, number: int) -> OwnGame | None:
        """Return the listed game with this number in the library, or None."""
        return next((game for game in self.games if game.number == number), None)


@dataclass(frozen=True)
class FoundGames:
    """The games of the library that a query finds or a list of numbers names, as far as they have been read."""

    query: Query
    ask_id: int  # identifies the answers
    numbers: tuple[int, ...] = ()  # the numbers of the others, () for what the query finds
    libraries: Libraries = OWN_LIBRARY  # the libraries that are asked
    games: tuple[PackedGame, ...] = ()
    stored: tuple[Stored, ...] = ()  # the place of each in the library
    complete: bool = False
    share: float = 0.0  # the share of them that has been read, up to 1
    stale: bool = False  # whether games have changed since the question
    earlier: bool = (
        False  # whether the games are those of an earlier answer, shown until the first new ones come
    )
    failure: str = ""  # why there are no more, or ""


@dataclass(frozen=True)
class WatchedReview:
    """A review in progress, to be saved when it is complete, and again after the coach's look at its marks."""

    document_id: int  # the document in which it was started
    line: Line
    kept: bool = False  # whether it has been saved before the coach's looks


class BoardSearch(str, Enum):
    """The ways to search for the position on the board."""

    NOTHING = "nothing"
    POSITION = "position"  # the whole position
    PART = "part"  # its pieces on their squares, whatever the rest of the board contains
    MATERIAL = "material"  # its pieces on any squares


@dataclass(frozen=True)
class GameSearch:
    """The contents of the search form."""

    # player, opponent, event, words: parts of names and of comments
    player: str = ""
    opponent: str = ""
    event: str = ""
    words: str = ""
    side: int | None = None  # the player's side, RED or BLACK; None for either
    result: str = ""  # one of records.tree.RESULTS, "" for any
    opening: str = ""  # a search for an opening as in openings.codes_meant; "" for any
    # first_year, last_year: both included, 0 for no bound
    first_year: int = 0
    last_year: int = 0
    board: BoardSearch = BoardSearch.NOTHING  # how the position on the board is searched for
    mirror: bool = True  # whether its mirror image matches as well
    whose: Whose = Whose.OWN

    def query(self, position: Position, empty: frozenset[int] = frozenset()) -> Query:
        """Return the query for a position, possibly without kings, and for points that must be empty."""
        board = self.board
        part = tuple(sorted({**position.placement, **dict.fromkeys(empty, 0)}.items()))
        fen, mirror = format_fen(Position(position.placement, position.turn)), self.mirror
        return Query(
            player=self.player,
            side=self.side,
            opponent=self.opponent,
            event=self.event,
            words=self.words,
            result=self.result,
            opening=self.opening,
            first_date=self.first_year * 10000,
            last_date=self.last_year * 10000 + 1231 if self.last_year else 0,
            position=fen if board is BoardSearch.POSITION else "",
            material=_material(position) if board is BoardSearch.MATERIAL else "",
            part=part if board is BoardSearch.PART else (),
            mirror=mirror and board in (BoardSearch.POSITION, BoardSearch.PART),
        )


def _material(position: Position) -> str:
    """Return both sides' pieces as a query names them, the side with more pieces first."""
    codes = sorted(code for code in position.placement.values())
    sides = ["".join(LETTERS[code & KIND_MASK] for code in codes if code & side) for side in (RED, BLACK)]
    return "".join(sorted(sides, key=len, reverse=True))


@dataclass(frozen=True)
class ImportState:
    """An import in progress, or the report of the last one."""

    id: int  # identifies the reports
    report: ImportReport = field(default_factory=ImportReport)  # the result so far
    file: str = ""  # the current file, "" at the end
    share: float = 0.0  # the share that is done, up to 1
    running: bool = True  # whether it is in progress
    failure: str = ""  # why it stopped early, or ""


@dataclass(frozen=True)
class MastersFile:
    """The state of the library of masters' games in this session."""

    script: Script | None = None  # how names are written, as it was ordered last; None before that
    is_made: bool = False  # whether it is known to exist
    make_id: int = 0  # identifies the answers to the latest order
    share: float | None = None  # the share that is done; None while it is not being made
    failure: str = ""  # why it could not be made; "" if it was not tried, or worked
    then: Intent | None = None  # the player's request that waits for it


@dataclass(frozen=True)
class LibraryState:
    """The state of the library, its explorer and its panel."""

    explorer: Explorer | None = None  # None while it is closed
    filter: GameFilter = COUNTED  # the explorer's latest filter
    page: LibraryPage = LibraryPage.GAMES  # the view of the page of games
    own: OwnGamesList = field(default_factory=OwnGamesList)  # the player's own games
    # the games that were read last: all games of the library, the masters', those that a search found, those
    # with a star
    whole: FoundGames | None = None
    of_masters: FoundGames | None = None
    found: FoundGames | None = None
    starred: FoundGames | None = None
    search: GameSearch = field(default_factory=GameSearch)  # the search form
    masters: MastersFile = field(default_factory=MastersFile)
    daily: DailyGames | None = None  # the games of the day; None before they have been asked for
    # the import in progress, or the report of the last one; None if there was none
    importing: ImportState | None = None
    import_filter: Filter = field(default_factory=Filter)  # the games to import
    resume_load: int = 0  # load id of the game to be continued once it has been read, 0 for none
    review_load: int = 0  # load id of the game to be reviewed once it has been read, 0 for none
    decisive: bool = False  # whether that review begins with the player's costliest mistake
    watched: WatchedReview | None = None  # the review in progress
    exporting: tuple[int, ...] = ()  # the games that Panel.EXPORT asks a name for
    looked_for: str = ""  # the text last typed in the palette
    named: tuple[NamedGame, ...] = ()  # the games that it finds, the latest first
    masters_named: tuple[str, ...] = ()  # the masters that it finds, those with the most games first
    asked_review: tuple[int, int] = (0, 0)  # document and number of the game whose review was requested last


def page_shown(state: AppState) -> LibraryPage | None:
    """Return the page of the library that is shown, or None."""
    if state.panel is Panel.FOUND_GAMES:
        return LibraryPage.FOUND
    return state.part(LibraryState).page if state.panel is Panel.LIBRARY else None
