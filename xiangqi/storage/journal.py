"""The journal: a complete, readable record of the running game, written anew after every move.

It is there again after a crash or a power cut. Several programs may run at once: each takes the first free
place (`journal.pgn`, `journal-2.pgn`, …), guarded by a lock that the system opens when a program ends, so no
program writes over another's game, and a game left at any place is found by the next program that starts. A
place whose lock cannot be opened is passed over; where there can be no locks at all, a program takes a place
that is named after its process.

A game that is over or left gets a name of its own (`journal-unstored-….pgn`) until the library has it. It
belongs to the program whose place it was, and once that is gone to the next one that starts.

Its last line is a comment with the checksum of all that stands before, so that damage which leaves a readable
game is noticed too. A game without that line, written by hand or by another program, is taken as it is.

Beside it, under the same lock, lies the draft (`unsaved.pgn`, …): all opened records with unsaved changes.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xiangqi.disk import (
    copy_aside,
    is_folder,
    name_aside,
    read_file,
    remove,
    remove_leftovers,
    rename,
    set_aside,
    write_atomically,
)
from xiangqi.errors import RecordError, StorageError
from xiangqi.i18n.message import Message
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
_PRIVATE: Final = re.compile(r"(?:journal|unsaved)-p([0-9]{1,9})-[0-9a-f]{4}\.pgn")
"""A place where no lock guards a journal: named after the process whose it is."""

_UNSTORED: Final = re.compile(
    r"(journal(?:-[0-9]+|-p[0-9]+-[0-9a-f]{4})?)-(?:unstored|finished)-[0-9a-f-]+\.pgn"
)
"""A game that was over or left, and its place. Earlier versions called those finished that were over."""

_STRANGE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ENDS: Final = (b"*", b"1-0", b"0-1", b"1/2-1/2")


@dataclass(frozen=True)
class FoundJournals:
    """What an earlier run left."""

    game: Game | None  # the unfinished game up to its first fault; None when nothing could be salvaged
    damaged: bool = False  # something is missing, or may be wrong
    set_aside: Path | None = None  # where a damaged journal was put, None when it could not be moved


class Journal:
    """The place of this program's running game. Not thread-safe: one thread at a time."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the first free place, and into it a game that another run has left elsewhere.

        A folder that cannot be written to is no error here: the first write will tell.
        """
        self._folder = folder or data_folder()
        self._lock: FileLock | None = None
        self._unkept = ""  # why the file at this place was to get a name of its own, and could not
        self.path = self._folder / f"journal-p{os.getpid()}-{secrets.token_hex(2)}.pgn"
        for path in map(self._path_of, range(1, _PLACES + 1)):
            lock = _lock_of(path)
            with contextlib.suppress(StorageError):
                if lock.acquire():
                    self._lock, self.path = lock, path
                    break
        remove_leftovers(self.path)
        remove_leftovers(self._draft_beside(self.path))
        self._adopt()

    def _path_of(self, number: int) -> Path:
        return self._folder / ("journal.pgn" if number == 1 else f"journal-{number}.pgn")

    def _adopt(self) -> None:
        """Move the newest journal whose program is gone to the own place, if that is empty."""
        if self.path.exists():
            return
        for path in sorted(self._left_behind(), key=_modified, reverse=True):
            with _taken(path) as taken, contextlib.suppress(OSError):
                if taken:
                    rename(path, self.path)
                    return

    def _other_places(self) -> list[Path]:
        """All places but the own one, whether there is anything or not."""
        places = {self._path_of(number): None for number in range(1, _PLACES + 1)}
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.glob("*-p*.pgn")):
                if _PRIVATE.fullmatch(path.name):
                    places[path.with_name(path.name.replace("unsaved", "journal"))] = None
        return [path for path in places if path != self.path]

    def _left_behind(self) -> list[Path]:
        """Journals at other places, of programs that are gone or still run."""
        return [path for path in self._other_places() if path.exists()]

    def keep_others(self) -> list[Path]:
        """Give the games of other programs that are gone names of their own; those of unfinished ones."""
        kept = []
        for path in self._left_behind():
            with _taken(path) as taken:
                if taken and _is_over(path):
                    set_aside(path, "unstored")
                elif taken:
                    kept.append(set_aside(path, "unfinished"))
        return [path for path in kept if path is not None]

    def find(self) -> FoundJournals | None:
        """The unfinished game of an earlier run, None when there is none.

        A game that was over when the program was killed is one of `unstored`, an empty one is deleted. A
        damaged journal is set aside, and what could be salvaged is written in its place.
        """
        try:
            game, damaged = read_journal(self.path)
        except FileNotFoundError:
            return None
        except OSError:
            aside = set_aside(self.path, "damaged")
            if aside is None:
                return None  # in a place where nothing can be: the first write will tell
            return FoundJournals(None, damaged=True, set_aside=aside)
        if game is None or damaged:
            aside = set_aside(self.path, "damaged")
            if game is not None:
                with contextlib.suppress(StorageError):
                    self.write(game)
            return FoundJournals(game, damaged=True, set_aside=aside)
        if not game.root.children:
            with contextlib.suppress(StorageError):
                self.delete()
            return None
        if game.result != _OPEN_RESULT:
            self.leave()
            return None
        return FoundJournals(game)

    def unstored(self) -> list[Path]:
        """Files of games that are over or left and that the library has not taken, of programs that are gone.

        Those of other places get names of the own one, so that no other program takes them as well.
        """
        found = []
        for path in sorted(self._folder.glob("journal*.pgn")):
            name = _UNSTORED.fullmatch(path.name)
            if name is None:
                continue
            place = path.with_name(f"{name[1]}.pgn")
            if place == self.path:
                found.append(path)
                continue
            with _taken(place) as taken, contextlib.suppress(OSError):
                if taken:
                    target = name_aside(self.path, "unstored")
                    rename(path, target)
                    found.append(target)
        return found

    def write(self, game: Game) -> None:
        """Replace the journal's content, durably and all or nothing.

        Raises:
            StorageError: it cannot be written; what was there is unchanged.
        """
        if self._unkept and self.keep(self._unkept) is None and self.path.exists():
            reason = Message("detail.file_exists")
            raise StorageError(Message("detail.of_file_unwritten", file=str(self.path), reason=reason))
        write_journal(self.path, game)

    def delete(self) -> None:
        """Forget the game.

        Raises:
            StorageError: the file cannot be removed.
        """
        remove(self.path)

    def keep(self, why: str = "unfinished") -> Path | None:
        """Give the journal a name of its own, so that the next game does not replace it.

        Returns:
            The new path; None when there is no journal or it could not be renamed. Then that is done before
            another game is written.
        """
        kept = set_aside(self.path, why) if self.path.exists() else None
        self._unkept = why if kept is None and self.path.exists() else ""
        return kept

    def leave(self) -> Path:
        """Give the journal of a game that the library is to take a name of its own.

        Returns:
            The new path, where there may be nothing: what was never written could not be renamed.
        """
        name = name_aside(self.path, "unstored")
        return self.keep("unstored") or name.with_stem(f"{name.stem}-{secrets.token_hex(4)}")

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
        own = self._draft_beside(self.path)
        if own.exists():
            found.append(copy_aside(own, "recovered") or set_aside(own, "recovered"))
        for path in self._other_places():
            draft = self._draft_beside(path)
            with contextlib.ExitStack() as held:
                if draft.exists() and held.enter_context(_taken(path)):
                    found.append(set_aside(draft, "recovered"))
        return [path for path in found if path is not None]

    def close(self) -> None:
        """Give the place free."""
        if self._lock is not None:
            self._lock.release()


def write_journal(path: Path, game: Game) -> None:
    """Replace a journal's content, durably and all or nothing.

    Raises:
        StorageError: it cannot be written; what was there is unchanged.
    """
    write_atomically(path, _sealed(pgn_writer.write(game)))


def read_journal(path: Path) -> tuple[Game | None, bool]:
    """The game in a journal, or what could be salvaged of it, and whether it is damaged.

    Raises:
        OSError: the file cannot be read.
    """
    data = read_file(path, _LONGEST)
    game = _read(data)
    if game is None or game.errors or not _is_whole(data):
        return _longer(game, _read(_sound_part(data))), True
    return game, False


def _is_over(path: Path) -> bool:
    """Whether a journal holds a game that has ended, all of it."""
    with contextlib.suppress(OSError):
        game, damaged = read_journal(path)
        return game is not None and not damaged and game.result != _OPEN_RESULT
    return False


def _lock_of(path: Path) -> FileLock:
    return FileLock(path.with_suffix(".lock"))


@contextlib.contextmanager
def _taken(path: Path) -> Iterator[bool]:
    """Hold a place's lock for a block of code; False where a program has it, or nobody can tell."""
    private = _PRIVATE.fullmatch(path.name)
    if private is not None:  # without a lock
        yield not _is_running(int(private[1]))
        return
    lock = _lock_of(path)
    try:
        taken = lock.acquire()
    except StorageError:
        taken = is_folder(path.with_suffix(".lock"))  # which nobody can hold
    try:
        yield taken
    finally:
        lock.release()


def _is_running(process: int) -> bool:
    """Whether there is a process of that number; no on Windows, where there always are locks."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # another user's
        return True
    return True


def _modified(path: Path) -> float:
    """When a file was last written, seconds since 1970; 0 where there is none."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


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
