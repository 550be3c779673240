"""The part of the session that belongs to the library, as plain frozen data.

What the library holds is asked for by effects and comes back as events with a stamp; here is what was asked,
and the last answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from xiangqi.board import Move
from xiangqi.core.constants import BLACK, KIND_MASK, LETTERS, RED
from xiangqi.fen import Position, format_fen
from xiangqi.library import Filter, OwnGame, PlayedMove, Query, Report, Statistics
from xiangqi.line import Line
from xiangqi.openings.practice import PracticeMove


class LibraryPage(str, Enum):
    """What the panel of the library shows."""

    GAMES = "games"  # one's own
    FIGURES = "figures"  # what they add up to
    SEARCH = "search"
    IMPORT = "import"


@dataclass(frozen=True)
class GameFilter:
    """Which games the explorer counts."""

    own: bool = False  # only games that were played here by oneself
    player: str = ""  # part of a name
    side: int | None = None  # RED or BLACK, of the player or oneself; None for either
    # first_year, last_year: both included, 0 for no bound
    first_year: int = 0
    last_year: int = 0
    mirror: bool = True  # positions in the mirror count, too

    def query(self, fen: str) -> Query:
        """Return the question for what was played in a position."""
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


def own_query(query: Query) -> Query:
    """Return the question for what one has played oneself in the same position."""
    turn = RED if query.position.split()[1] == "w" else BLACK
    return Query(position=query.position, own=turn, mirror=query.mirror)


@dataclass(frozen=True)
class ExampleGame:
    """A game in which the position on the board was reached."""

    number: int  # in the library
    # red, black: names, "" where the record does not say
    red: str
    black: str
    result: str  # one of records.tree.RESULTS
    year: int  # 0 where that is not known
    ply: int  # where the position stands
    move: Move  # what was played there


@dataclass(frozen=True)
class MastersMove:
    """What masters played in a position."""

    played: PracticeMove
    opening: str | None  # the code of the opening that it leads to


@dataclass(frozen=True)
class Exploration:
    """What was played in a position."""

    query: Query  # the question
    moves: tuple[PlayedMove, ...] = ()  # the most frequent first
    own: tuple[tuple[Move, int], ...] = ()  # how often one has played each of them oneself
    examples: tuple[ExampleGame, ...] = ()  # some games, those of the most frequent moves first
    masters: tuple[MastersMove, ...] = ()  # what masters play, the most frequent first
    failure: str = ""  # why there is no answer, "" where there is one

    @property
    def games(self) -> int:
        """How many games went on from the position."""
        return sum(played.games for played in self.moves)


@dataclass(frozen=True)
class Explorer:
    """What was played from the position on the board is shown beside it."""

    filter: GameFilter = GameFilter()  # which games count
    asked: Query | None = None  # the question that was asked last, None before the first
    ask_id: int = 0  # stamps the answer to it
    answer: Exploration | None = None  # the last one that came; it may be about an earlier question

    @property
    def is_current(self) -> bool:
        """Whether the answer is about what was asked last."""
        return self.answer is not None and self.answer.query == self.asked


@dataclass(frozen=True)
class OwnGamesList:
    """The games that were played here."""

    games: tuple[OwnGame, ...] = ()  # the latest first
    statistics: Statistics | None = None  # what they add up to; None before the first answer
    chosen: int = 0  # number of the game that buttons act upon, 0 for none
    ask_id: int = 0  # stamps the answer that is waited for
    stale: bool = True  # games have come or gone since it was asked
    failure: str = ""  # why there is no answer, "" where there is one

    def find(self, number: int) -> OwnGame | None:
        """Return a game by its number in the library."""
        return next((game for game in self.games if game.number == number), None)


@dataclass(frozen=True)
class WatchedReview:
    """A review that is being made, to be kept when it has come to its end."""

    document_id: int  # of the document it was begun in
    line: Line


class BoardSearch(str, Enum):
    """What of the position on the board is looked for."""

    NOTHING = "nothing"
    POSITION = "position"  # all of it
    PART = "part"  # its pieces where they stand, whatever else there is
    MATERIAL = "material"  # as many pieces of each kind, wherever they stand


@dataclass(frozen=True)
class GameSearch:
    """What is filled in to look for games."""

    # player, opponent, event, words: parts of names and of comments
    player: str = ""
    opponent: str = ""
    event: str = ""
    words: str = ""
    side: int | None = None  # RED or BLACK, of the player; None for either
    result: str = ""  # one of records.tree.RESULTS, "" for any
    opening: str = ""  # what openings.codes_meant takes, "" for any
    # first_year, last_year: both included, 0 for no bound
    first_year: int = 0
    last_year: int = 0
    board: BoardSearch = BoardSearch.NOTHING  # what of the position on the board is looked for
    mirror: bool = True  # the mirror image of it counts, too

    def query(self, position: Position, empty: frozenset[int] = frozenset()) -> Query:
        """Return the question, for a position, whose kings may be missing, and points that have to be empty."""
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
    """Return the pieces of both sides as a query names them, those of the richer side first."""
    codes = sorted(code for code in position.placement.values())
    sides = ["".join(LETTERS[code & KIND_MASK] for code in codes if code & side) for side in (RED, BLACK)]
    return "".join(sorted(sides, key=len, reverse=True))


@dataclass(frozen=True)
class ImportState:
    """Files that are brought into the library, or the report of the last time."""

    id: int  # stamps what is reported of it
    report: Report = field(default_factory=Report)  # what has been done
    file: str = ""  # the one at hand, "" at the end
    share: float = 0.0  # how much has been done, up to 1
    running: bool = True  # it is not over yet
    failure: str = ""  # why it stopped early, "" where it did not


@dataclass(frozen=True)
class LibraryState:
    """The state of the library, its explorer and its panel."""

    explorer: Explorer | None = None  # None while it is closed
    filter: GameFilter = field(default_factory=GameFilter)  # of the explorer when it was open last
    page: LibraryPage = LibraryPage.GAMES  # of the panel
    own: OwnGamesList = field(default_factory=OwnGamesList)  # the player's own games
    search: GameSearch = field(default_factory=GameSearch)  # what is filled in to look for games
    # files that are brought in, or the report of the last time; None for neither
    importing: ImportState | None = None
    import_filter: Filter = field(default_factory=Filter)  # which games of files are wanted
    review_load: int = 0  # stamp of the game that is to be reviewed when it has been read, 0 for none
    watched: WatchedReview | None = None  # the review that is being made
    exporting: tuple[int, ...] = ()  # games that Panel.EXPORT asks a name for
    asked_review: tuple[int, int] = (0, 0)  # document and number of the game whose review was asked for last
