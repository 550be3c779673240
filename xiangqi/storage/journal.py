"""The journal: a complete, readable record of the running game, written anew after every move.

It is there again after a crash or a power cut. Several programs may run at once: each takes the first free
place (`journal.pgn`, `journal-2.pgn`, …), guarded by a lock that the system opens when a program ends, so no
program writes over another's game, and a game left at any place is found by the next program that starts.

Its last line is a comment with the checksum of all that stands before, so that damage which leaves a readable
game is noticed too. A game without that line, written by hand or by another program, is taken as it is.

Beside it, under the same lock, lies the draft (`unsaved.pgn`, …): all opened records with unsaved changes.
"""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xiangqi.disk import copy_aside, read_file, remove_leftovers, set_aside, write_atomically
from xiangqi.errors import RecordError, StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.lock import FileLock
from xiangqi.records.files import PGN
from xiangqi.records.source import TextSource
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game
from xiangqi.resources import data_folder

_PLACES: Final = 100  # more programs than a machine can hold
_OPEN_RESULT: Final = "*"
_LONGEST: Final = 8 << 20  # bytes; a game of 10,000 plies has 0.2 MiB
_SEAL: Final = re.compile(rb"; crc32 ([0-9a-f]{8})\n\Z")
_STRANGE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ENDS: Final = (b"*", b"1-0", b"0-1", b"1/2-1/2")


@dataclass(frozen=True)
class FoundJournals:
    """What an earlier run left.

    Attributes:
        game: the unfinished game up to its first fault; None when nothing could be salvaged, or it was over.
        damaged: something is missing, or may be wrong.
        set_aside: where a damaged journal was put, None when it could not be moved.
        finished: where a game that was over has been put, None when it was not.
    """

    game: Game | None
    damaged: bool = False
    set_aside: Path | None = None
    finished: Path | None = None


class Journal:
    """The place of this program's running game. Not thread-safe: one thread at a time."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the first free place, and into it a game that another run has left elsewhere.

        A folder that cannot be written to is no error here: the first write will tell.
        """
        self._folder = folder or data_folder()
        self._lock: FileLock | None = None
        self._number = 1
        self.path = self._folder / "journal.pgn"
        for number in range(1, _PLACES + 1):
            lock = self._lock_of(number)
            try:
                taken = lock.acquire()
            except StorageError:
                return
            if taken:
                self._lock, self._number = lock, number
                self.path = self._path_of(number)
                remove_leftovers(self.path)
                remove_leftovers(self._draft_beside(self.path))
                self._adopt()
                return

    def _path_of(self, number: int) -> Path:
        return self._folder / ("journal.pgn" if number == 1 else f"journal-{number}.pgn")

    def _lock_of(self, number: int) -> FileLock:
        return FileLock(self._path_of(number).with_suffix(".lock"))

    def _adopt(self) -> None:
        """Move the newest journal whose program is gone to the own place, if that is empty."""
        if self.path.exists():
            return
        for number in sorted(self._left_behind(), key=lambda place: -_modified(self._path_of(place))):
            with self._taken(number) as taken, contextlib.suppress(OSError):
                if taken:
                    self._path_of(number).rename(self.path)
                    return

    def _left_behind(self) -> list[int]:
        """Places other than the own one with a journal, of programs that are gone or still run."""
        places = (number for number in range(1, _PLACES + 1) if number != self._number)
        return [number for number in places if self._path_of(number).exists()]

    @contextlib.contextmanager
    def _taken(self, number: int) -> Iterator[bool]:
        """Hold a place's lock for a block of code; False where a program has it."""
        lock = self._lock_of(number)
        taken = False
        with contextlib.suppress(StorageError):
            taken = lock.acquire()
        try:
            yield taken
        finally:
            lock.release()

    def keep_others(self) -> list[Path]:
        """Give the games of other programs that are gone names of their own, and return these."""
        kept = []
        for number in self._left_behind():
            with self._taken(number) as taken:
                if taken:
                    kept.append(set_aside(self._path_of(number), "unfinished"))
        return [path for path in kept if path is not None]

    def find(self) -> FoundJournals | None:
        """The unfinished game of an earlier run, None when there is none.

        A game that was over when the program was killed gets a name of its own, an empty one is deleted. A
        damaged journal is set aside, and what could be salvaged is written in its place.
        """
        try:
            data = read_file(self.path, _LONGEST)
        except FileNotFoundError:
            return None
        except OSError:
            aside = set_aside(self.path, "damaged")
            if aside is None:
                return None  # in a place where nothing can be: the first write will tell
            return FoundJournals(None, damaged=True, set_aside=aside)
        game = _read(data)
        if game is None or game.errors or not _is_whole(data):
            aside = set_aside(self.path, "damaged")
            salvaged = _longer(game, _read(_sound_part(data)))
            if salvaged is not None:
                with contextlib.suppress(StorageError):
                    self.write(salvaged)
            return FoundJournals(salvaged, damaged=True, set_aside=aside)
        if not game.root.children:
            with contextlib.suppress(StorageError):
                self.delete()
            return None
        if game.result != _OPEN_RESULT:
            kept = set_aside(self.path, "finished")
            return None if kept is None else FoundJournals(None, finished=kept)
        return FoundJournals(game)

    def write(self, game: Game) -> None:
        """Replace the journal's content, durably and all or nothing.

        Raises:
            StorageError: it cannot be written; what was there is unchanged.
        """
        write_atomically(self.path, _sealed(pgn_writer.write(game)))

    def delete(self) -> None:
        """Forget the game.

        Raises:
            StorageError: the file cannot be removed.
        """
        remove(self.path)

    def keep(self, why: str = "unfinished") -> Path | None:
        """Give the journal a name of its own, so that the next game does not replace it.

        Returns:
            The new path; None when there is no journal or it could not be renamed.
        """
        return set_aside(self.path, why) if self.path.exists() else None

    # ---- The draft: changes to records that are in no file ----

    @staticmethod
    def _draft_beside(journal: Path) -> Path:
        return journal.with_name(journal.name.replace("journal", "unsaved"))

    def write_draft(self, games: Iterable[Game]) -> None:
        """Replace the draft, durably and all or nothing.

        Raises:
            StorageError: it cannot be written; what was there is unchanged.
        """
        write_atomically(self._draft_beside(self.path), b"".join(map(pgn_writer.write, games)))

    def delete_draft(self) -> None:
        """Forget the draft.

        Raises:
            StorageError: the file cannot be removed.
        """
        remove(self._draft_beside(self.path))

    def recover_drafts(self) -> list[Path]:
        """Give the drafts of runs that are gone names of their own, and return these.

        The draft at the own place stays there as well, until another one is written or it is deleted: what it
        holds has to be shown first.
        """
        found = []
        for number in range(1, _PLACES + 1):
            draft = self._draft_beside(self._path_of(number))
            if not draft.exists():
                continue
            if self._path_of(number) == self.path:
                found.append(copy_aside(draft, "recovered") or set_aside(draft, "recovered"))
                continue
            with self._taken(number) as taken:
                if taken:
                    found.append(set_aside(draft, "recovered"))
        return [path for path in found if path is not None]

    def close(self) -> None:
        """Give the place free."""
        if self._lock is not None:
            self._lock.release()


def _modified(path: Path) -> float:
    """When a file was last written, seconds since 1970; 0 where there is none."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def remove(path: Path) -> None:
    """Delete a journal or draft, or nothing.

    Raises:
        StorageError: the file cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        reason = system_reason(error)
        raise StorageError(Message("detail.not_removed", path=str(path), reason=reason)) from error


def _sealed(data: bytes) -> bytes:
    """The content with its checksum as a last line, a comment to readers of PGN."""
    return data + b"; crc32 %08x\n" % zlib.crc32(data)


def _is_whole(data: bytes) -> bool:
    """Whether the content is what its checksum says; without one, whether it has an end."""
    seal = _SEAL.search(data)
    if seal is None:
        return data.rstrip().endswith(_ENDS)
    return zlib.crc32(data[: seal.start()]) == int(seal[1], 16)


def _sound_part(data: bytes) -> bytes:
    """What stands before the first bytes that no journal has: zeros of a file system, or another encoding."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data[: error.start].decode("utf-8")
    return _STRANGE.split(text, maxsplit=1)[0].encode("utf-8")


def _longer(*games: Game | None) -> Game | None:
    """Of what was read the game with most moves, None when there are none at all."""
    found = [game for game in games if game is not None and game.root.children]
    return max(found, key=lambda game: len(game.main_line()), default=None)


def _read(data: bytes) -> Game | None:
    try:
        return next(PGN.read(TextSource(_SEAL.sub(b"", data))), None)
    except RecordError:
        return None
