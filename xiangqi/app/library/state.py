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


class LibraryPage(str, Enum):
    """What the panel of the library shows."""

    GAMES = "games"  # one's own
    FIGURES = "figures"  # what they add up to
    SEARCH = "search"
    IMPORT = "import"


@dataclass(frozen=True)
class GameFilter:
    """Which games the explorer counts.

    Attributes:
        own: only games that were played here by oneself.
        player: part of a name.
        side: RED or BLACK, of the player or oneself; None for either.
        first_year, last_year: both included, 0 for no bound.
        mirror: positions in the mirror count, too.
    """

    own: bool = False
    player: str = ""
    side: int | None = None
    first_year: int = 0
    last_year: int = 0
    mirror: bool = True

    def query(self, fen: str) -> Query:
        """The question for what was played in a position."""
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
    """The question for what one has played oneself in the same position."""
    turn = RED if query.position.split()[1] == "w" else BLACK
    return Query(position=query.position, own=turn, mirror=query.mirror)


@dataclass(frozen=True)
class ExampleGame:
    """A game in which the position on the board was reached.

    Attributes:
        number: in the library.
        red, black: names, "" where the record does not say.
        result: one of records.tree.RESULTS.
        year: 0 where that is not known.
        ply: where the position stands.
        move: what was played there.
    """

    number: int
    red: str
    black: str
    result: str
    year: int
    ply: int
    move: Move


@dataclass(frozen=True)
class Exploration:
    """What was played in a position.

    Attributes:
        query: the question.
        moves: the most frequent first.
        own: how often one has played each of them oneself.
        examples: some games, those of the most frequent moves first.
        failure: why there is no answer, "" where there is one.
    """

    query: Query
    moves: tuple[PlayedMove, ...] = ()
    own: tuple[tuple[Move, int], ...] = ()
    examples: tuple[ExampleGame, ...] = ()
    failure: str = ""

    @property
    def games(self) -> int:
        """How many games went on from the position."""
        return sum(played.games for played in self.moves)


@dataclass(frozen=True)
class Explorer:
    """What was played from the position on the board is shown beside it.

    Attributes:
        filter: which games count.
        asked: the question that was asked last, None before the first.
        ask_id: stamps the answer to it.
        answer: the last one that came; it may be about an earlier question.
    """

    filter: GameFilter = GameFilter()
    asked: Query | None = None
    ask_id: int = 0
    answer: Exploration | None = None

    @property
    def is_current(self) -> bool:
        """Whether the answer is about what was asked last."""
        return self.answer is not None and self.answer.query == self.asked


@dataclass(frozen=True)
class OwnGamesList:
    """The games that were played here.

    Attributes:
        games: the latest first.
        statistics: what they add up to; None before the first answer.
        chosen: number of the game that buttons act upon, 0 for none.
        ask_id: stamps the answer that is waited for.
        stale: games have come or gone since it was asked.
        failure: why there is no answer, "" where there is one.
    """

    games: tuple[OwnGame, ...] = ()
    statistics: Statistics | None = None
    chosen: int = 0
    ask_id: int = 0
    stale: bool = True
    failure: str = ""

    def find(self, number: int) -> OwnGame | None:
        """A game by its number in the library."""
        return next((game for game in self.games if game.number == number), None)


@dataclass(frozen=True)
class WatchedReview:
    """A review that is being made, to be kept when it has come to its end.

    Attributes:
        document_id: of the document it was begun in.
        start_fen, moves: the line.
    """

    document_id: int
    start_fen: str
    moves: tuple[Move, ...]


class BoardSearch(str, Enum):
    """What of the position on the board is looked for."""

    NOTHING = "nothing"
    POSITION = "position"  # all of it
    PART = "part"  # its pieces where they stand, whatever else there is
    MATERIAL = "material"  # as many pieces of each kind, wherever they stand


@dataclass(frozen=True)
class GameSearch:
    """What is filled in to look for games.

    Attributes:
        player, opponent, event, words: parts of names and of comments.
        side: RED or BLACK, of the player; None for either.
        result: one of records.tree.RESULTS, "" for any.
        opening: key of openings.OPENINGS, "" for any.
        first_year, last_year: both included, 0 for no bound.
        board: what of the position on the board is looked for.
        mirror: the mirror image of it counts, too.
    """

    player: str = ""
    opponent: str = ""
    event: str = ""
    words: str = ""
    side: int | None = None
    result: str = ""
    opening: str = ""
    first_year: int = 0
    last_year: int = 0
    board: BoardSearch = BoardSearch.NOTHING
    mirror: bool = True

    def query(self, position: Position, empty: frozenset[int] = frozenset()) -> Query:
        """The question, for a position, whose kings may be missing, and points that have to be empty."""
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
    """The pieces of both sides as a query names them, those of the richer side first."""
    codes = sorted(code for code in position.placement.values())
    sides = ["".join(LETTERS[code & KIND_MASK] for code in codes if code & side) for side in (RED, BLACK)]
    return "".join(sorted(sides, key=len, reverse=True))


@dataclass(frozen=True)
class ImportState:
    """Files that are brought into the library, or the report of the last time.

    Attributes:
        id: stamps what is reported of it.
        report: what has been done.
        file: the one at hand, "" at the end.
        share: how much has been done, up to 1.
        running: it is not over yet.
        failure: why it stopped early, "" where it did not.
    """

    id: int
    report: Report = field(default_factory=Report)
    file: str = ""
    share: float = 0.0
    running: bool = True
    failure: str = ""


@dataclass(frozen=True)
class LibraryState:
    """All of it.

    Attributes:
        explorer: None while it is closed.
        filter: of the explorer when it was open last.
        page: of the panel.
        own: the player's own games.
        search: what is filled in to look for games.
        importing: files that are brought in, or the report of the last time; None for neither.
        import_filter: which games of files are wanted.
        review_load: stamp of the game that is to be reviewed when it has been read, 0 for none.
        watched: the review that is being made.
        exporting: games that Panel.EXPORT asks a name for.
        asked_review: document and number of the game whose review was asked for last.
    """

    explorer: Explorer | None = None
    filter: GameFilter = field(default_factory=GameFilter)
    page: LibraryPage = LibraryPage.GAMES
    own: OwnGamesList = field(default_factory=OwnGamesList)
    search: GameSearch = field(default_factory=GameSearch)
    importing: ImportState | None = None
    import_filter: Filter = field(default_factory=Filter)
    review_load: int = 0
    watched: WatchedReview | None = None
    exporting: tuple[int, ...] = ()
    asked_review: tuple[int, int] = (0, 0)
