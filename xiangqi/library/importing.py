"""Import of record files and folders into a library."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from xiangqi.disk import is_folder
from xiangqi.errors import CancelledError, LibraryError, RecordError
from xiangqi.folding import as_fields, folded, mentions
from xiangqi.i18n.message import Message
from xiangqi.library.chunks import DELETED, TWIN
from xiangqi.library.dates import date_number
from xiangqi.library.schema import ENDINGS, translated
from xiangqi.library.store import NewEntry, Store
from xiangqi.records.files import files_below, read_games
from xiangqi.records.tree import Game, same_tree

_BATCH_GAMES: Final = 2000
_BATCH_SECONDS: Final = 2.0
MOST_FAULTS: Final = 10_000
"""The most game faults that a report lists."""
_SURE_PLIES: Final = 20
"""Games that have the same moves, at least this many, are one game, whatever the names of the players."""


@dataclass(frozen=True)
class Filter:
    """The conditions that a game must meet to be imported."""

    player: str = ""  # part of a player's name
    result: str = ""  # one of records.tree.RESULTS, "" for any
    least_plies: int = 0  # shorter games are left out
    # year * 10000 + month * 100 + day, 0 for no bound
    first_date: int = 0
    last_date: int = 0

    def wants(self, game: Game) -> bool:
        """Return whether a game meets all conditions; if dates are limited, a game without a date does not."""
        if self.player:
            names = as_fields([game.headers.get("Red", ""), game.headers.get("Black", "")])
            if not mentions(names, folded(self.player)):
                return False
        if self.result and game.result != self.result:
            return False
        if self.least_plies and len(game.main_line()) < self.least_plies:
            return False
        if self.first_date or self.last_date:
            date = date_number(game.headers.get("Date", ""))
            return date != 0 and self.first_date <= date <= (self.last_date or date)
        return True


class Refusal(NamedTuple):
    """A file that could not be read, at least not completely."""

    file: str
    reason: str


class GameFault(NamedTuple):
    """A fault in a wanted game, new or known; games are numbered from 1."""

    file: str
    game: int
    reason: str


@dataclass
class ImportReport:
    """The progress or result of an import."""

    games: int = 0  # new games
    duplicates: int = 0  # games that were known
    left_out: int = 0  # games rejected by the filter
    files: int = 0  # files that are finished
    refused: list[Refusal] = field(default_factory=list)
    # the first MOST_FAULTS of wanted games, new or known
    faults: list[GameFault] = field(default_factory=list)
    more_faults: int = 0  # the number of further faults
    seconds: float = 0.0  # time taken


Progress = Callable[[ImportReport, str, float], None]
"""Called with the report so far, the current file, and the share of all bytes processed, 0 to 1."""


def ignore(_report: ImportReport, _file: str, _share: float) -> None:
    """Do nothing; serves as the default Progress callback."""


_Moves: TypeAlias = "int | tuple[int | str, ...]"


class _File(NamedTuple):
    path: Path
    size: int
    changed: int

    @property
    def name(self) -> str:
        """The name by which the library knows the file."""
        return _stored(str(self.path))


class Importer:
    """An import. If it is cancelled, the games read before are kept; after an error, completed batches are."""

    def __init__(
        self,
        store: Store,
        wanted: Filter = Filter(),
        progress: Progress = ignore,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        """Prepare an import.

        Args:
            store: the library.
            wanted: the games to import.
            progress: called several times a second.
            cancelled: polled before each game.
        """
        self._store = store
        self._wanted = wanted
        self._progress = progress
        self._cancelled = cancelled
        self._known: dict[_Moves, int] = {}  # -> number of the game, or ~index in _waiting
        self._twins: dict[_Moves, list[int]] = {}  # the same for later games with the same moves
        self._learnt = 0  # the highest number of a known game of the library
        self._waiting: list[NewEntry] = []
        self._waiting_files: list[tuple[_File, int, str]] = []
        self._begun = self._last_batch = self._last_word = time.monotonic()
        self.report = ImportReport()

    def run(self, paths: Iterable[str | os.PathLike[str]]) -> ImportReport:
        """Import files and all files in folders, except hidden files there and the library's own.

        Without a filter, files that have not changed since they were imported are not read again. Those that
        cannot be read are listed in the report.

        Raises:
            LibraryError: the library cannot be written; completed batches stay in it.
            CancelledError: the import was cancelled; the games read before stay in it.
        """
        own = {self._store.path.absolute().with_name(self._store.path.name + end) for end in ENDINGS}
        files = [_stamped(path) for path in _files(paths) if path not in own]
        total = sum(file.size for file in files) or 1
        done = 0
        self._learn()
        try:
            for file in files:
                self._file(file, done / total, file.size / total)
                done += file.size
        finally:
            self.report.seconds = time.monotonic() - self._begun
        self._write()
        self.report.seconds = time.monotonic() - self._begun
        self._progress(self.report, "", 1.0)
        return self.report

    def _learn(self) -> None:
        """Take note of games in the library that are not known yet."""
        learnt = self._learnt
        for chunk in self._store.chunks():
            last = chunk.first_id + len(chunk.columns) - 1
            if last <= learnt:
                continue
            self._learnt = max(self._learnt, last)
            wanted = ("digest", "plies", "red", "black", "flags")
            rows = zip(*(chunk.columns[name].tolist() for name in wanted), strict=True)
            for number, (digest, plies, red, black, flags) in enumerate(rows, chunk.first_id):
                if number > learnt and not flags & DELETED:
                    names = (self._store.name(red), self._store.name(black)) if plies < _SURE_PLIES else ()
                    self._note(_moves(digest, plies, names), number, twin=bool(flags & TWIN))

    def _note(self, moves: _Moves, number: int, *, twin: bool) -> None:
        if twin or moves in self._known:
            self._twins.setdefault(moves, []).append(number)
        else:
            self._known[moves] = number

    def _file(self, file: _File, share: float, weight: float) -> None:
        name = file.name
        with translated(self._store.path):
            row = self._store.database.execute(
                "SELECT size, changed, games FROM source WHERE path = ? AND refused = ''", (name,)
            ).fetchone()
        if row is not None and tuple(row[:2]) == (file.size, file.changed) and self._wanted == Filter():
            self.report.duplicates += row[2]
            self.report.files += 1
            return
        refused, games = "", 0
        try:
            for place, game in enumerate(read_games(file.path)):
                if self._cancelled():
                    self._write()
                    raise CancelledError(Message("detail.import_cancelled"))
                games += self._game(game, name, place)
                self._tell(name, share + weight * game.share)
        except RecordError as error:
            refused = _stored(_reason(error, file.path))
            self.report.refused.append(Refusal(name, refused))
        self.report.files += 1
        self._waiting_files.append((file, games, refused))
        if len(self._waiting) >= _BATCH_GAMES or time.monotonic() - self._last_batch > _BATCH_SECONDS:
            self._write()
        self._tell(name, share + weight)

    def _game(self, game: Game, file: str, place: int) -> int:
        """Import a game unless it is known or not wanted; return 1 if the library then has it, otherwise 0."""
        if not self._wanted.wants(game):
            self.report.left_out += 1
            return 0
        self._note_faults(game, file, place)
        new = self._store.prepare(game)
        new.file, new.place = file, place
        self._take(new)
        if len(self._waiting) >= _BATCH_GAMES:
            self._write()
        return 1

    def _take(self, new: NewEntry) -> None:
        """Queue a game for writing unless it adds nothing to a known one."""
        moves = self._moves_of(new)
        alike = [*([self._known[moves]] if moves in self._known else []), *self._twins.get(moves, [])]
        self.report.duplicates += bool(alike)
        self.report.games += not alike
        if any(self._adds_nothing(new, number) for number in alike):
            return
        new.flags |= TWIN if alike else 0
        self._note(moves, ~len(self._waiting), twin=bool(alike))
        self._waiting.append(new)

    def _compare_again(self) -> None:
        """Repeat the comparison of the queued games after other programs have written to the library."""
        waiting, self._waiting = self._waiting, []
        self._known = {moves: number for moves, number in self._known.items() if number > 0}
        for moves, numbers in self._twins.items():
            numbers[:] = [number for number in numbers if number > 0]
            if numbers and moves not in self._known:
                self._known[moves] = numbers.pop(0)
        for new in waiting:
            was_twin = bool(new.flags & TWIN)
            self.report.duplicates -= was_twin
            self.report.games -= not was_twin
            new.flags &= ~TWIN
            self._take(new)

    def _note_faults(self, game: Game, file: str, place: int) -> None:
        room = MOST_FAULTS - len(self.report.faults)
        self.report.faults += [GameFault(file, place + 1, str(fault)) for fault in game.errors[:room]]
        self.report.more_faults += max(0, len(game.errors) - room)

    def _moves_of(self, new: NewEntry) -> _Moves:
        headers = new.game.headers
        return _moves(new.coded.digest, len(new.coded.codes), (headers.get("Red"), headers.get("Black")))

    def _adds_nothing(self, new: NewEntry, known: int) -> bool:
        """Return whether a known game already contains everything in a new one."""
        try:
            if known > 0 and self._store.repeats(known, new):
                return True
            game, other = new.game, self._store.load(known) if known > 0 else self._waiting[~known].game
        except LibraryError:  # deleted since, or damaged
            return False
        return (
            all(other.headers.get(name) == value for name, value in game.headers.items() if value)
            and game.result in ("*", other.result)
            and (not game.errors or game.errors == other.errors)
            and (
                same_tree(game.root, other.root)
                or all(not (node.comment or node.nags) and len(node.children) <= 1 for node in game.root.walk())
            )
        )

    def _write(self) -> None:
        """Write the queued games as one transaction."""
        if self._waiting or self._waiting_files:
            with self._store.writing():
                learnt = self._learnt
                self._learn()
                if self._learnt > learnt:
                    self._compare_again()
                self._name_sources()
                numbers = self._store.append(self._waiting)
                self._learnt = max([self._learnt, *numbers])
                self._store.database.executemany(
                    "UPDATE source SET size = ?, changed = ?, games = ?, refused = ? WHERE path = ?",
                    [
                        (file.size, file.changed, games, refused, file.name)
                        for file, games, refused in self._waiting_files
                        if self._wanted == Filter()
                    ],
                )
            for place, (new, number) in enumerate(zip(self._waiting, numbers, strict=True)):
                moves = self._moves_of(new)
                if self._known.get(moves) == ~place:
                    self._known[moves] = number
                else:
                    twins = self._twins[moves]
                    twins[twins.index(~place)] = number
            self._waiting.clear()
            self._waiting_files.clear()
        self._last_batch = time.monotonic()

    def _name_sources(self) -> None:
        """Create rows for the files of the queued games; an unfinished file has size -1."""
        database = self._store.database
        names = {new.file for new in self._waiting} | {file.name for file, *_ in self._waiting_files}
        database.executemany(
            "INSERT OR IGNORE INTO source (path, size, changed, games, refused) VALUES (?, -1, 0, 0, '')",
            [(name,) for name in names],
        )
        numbers = {
            name: database.execute("SELECT id FROM source WHERE path = ?", (name,)).fetchone()[0]
            for name in names
        }
        for new in self._waiting:
            new.source = numbers[new.file]

    def _tell(self, name: str, share: float) -> None:
        now = time.monotonic()
        if now - self._last_word > 0.2:
            self._last_word = now
            self.report.seconds = now - self._begun
            self._progress(self.report, name, min(share, 1.0))


def _moves(digest: int, plies: int, names: Sequence[str | None]) -> _Moves:
    """Return the identity of a game: its start and moves and, if it is short, its players."""
    return digest if plies >= _SURE_PLIES else (digest, *(folded(name or "") for name in names))


def _files(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    """Yield named files and all files below named folders, each once, in order, except hidden ones."""
    seen = set()
    for named in paths:
        path = Path(named)
        for file in files_below(path) if is_folder(path) else [path]:
            absolute = file.absolute()
            if absolute not in seen:
                seen.add(absolute)
                yield absolute


def _reason(error: RecordError, path: Path) -> str:
    """Return an error's message about a file without the file's name."""
    text = str(error)
    if isinstance(text, Message) and text.key == "detail.of_file" and text.arguments["file"] == str(path):
        return str(text.arguments["reason"])
    return text


def _stored(text: str) -> str:
    """Return a text that a database can store: undecodable bytes of a file name are escaped.

    A message without such bytes stays a Message, which can be translated.
    """
    spelt = text.encode("utf-8", "backslashreplace").decode()
    return text if text == spelt else spelt


def _stamped(path: Path) -> _File:
    try:
        status = path.stat()
    except OSError:  # the error is reported when it is read
        return _File(path, 0, 0)
    return _File(path, status.st_size, status.st_mtime_ns)
