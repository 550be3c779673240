"""The library: a database of games that can be searched by headers, comments and positions.

>>> import tempfile
>>> from pathlib import Path
>>> from xiangqi.library import Library, Query
>>> with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "games.db") as library:
...     _ = Path(folder, "club.pgn").write_text('[Red "Li"]\\n\\n1. h2e2 h9g7 1-0')
...     print(library.import_files([folder]).games)
...     [hit] = library.search(Query(player="li"))
...     print(hit.headers["Red"], hit.plies, [str(move) for move in library.load(hit.number).main_line()])
1
Li 2 ['h2e2', 'h9g7']
"""

from xiangqi.library.counted import CountedSide, ReviewLimits
from xiangqi.library.importing import Filter, ImportReport, Refusal
from xiangqi.library.library import Hit, Library
from xiangqi.library.played import OwnGame, Played, Review, Score, Statistics
from xiangqi.library.players import LibraryPlayer, Person, PlayerGame
from xiangqi.library.query import Query, read_part
from xiangqi.library.searching import PlayedMove

__all__ = [
    "CountedSide",
    "Filter",
    "Hit",
    "ImportReport",
    "Library",
    "LibraryPlayer",
    "OwnGame",
    "Person",
    "Played",
    "PlayedMove",
    "PlayerGame",
    "Query",
    "Refusal",
    "Review",
    "ReviewLimits",
    "Score",
    "Statistics",
    "read_part",
]
