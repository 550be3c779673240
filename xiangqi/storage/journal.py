"""The journal: a complete, readable record of the running game, rewritten after every move.

It survives a crash or a power cut. Several programs may run at once: each takes the first free slot
(`journal.pgn`, `journal-2.pgn`, …), guarded by a lock that the system releases when the program ends, so that
no program overwrites another's game, and a game left in any slot is found by the next program that starts. A
slot whose lock cannot be opened is skipped; if there can be no locks at all, a program takes a slot that is
named after its process.

A game that is over or was left is renamed (`journal-unstored-….pgn`) until it is in the library. It belongs to
the program whose slot it was in, and after that program has ended, to the next one that starts.

The last line is a comment with the checksum of everything before it, so that damage is noticed even if the game
is still readable. A game without that line, written by hand or by another program, is accepted.

Beside the journal, under the same lock, lies the draft (`unsaved.pgn`, …): all opened records with unsaved
changes.
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
from xiangqi.records.files import read_pgn
from xiangqi.records.source import TextSource
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game
from xiangqi.resources import data_folder

_SLOTS: Final = 100  # more than the number of programs that can run at once
_OPEN_RESULT: Final = "*"
_LONGEST: Final = 8 << 20  # bytes; a game of 10,000 plies has 0.2 MiB
_SEAL: Final = re.compile(rb"; crc32 ([0-9a-f]{8})\n\Z")
_PRIVATE: Final = re.compile(r"(?:journal|unsaved)-p([0-9]{1,9})-[0-9a-f]{4}\.pgn")
"""The file names of a slot without a lock, which is named after its process."""

_UNSTORED: Final = re.compile(
    r"(journal(?:-[0-9]+|-p[0-9]+-[0-9a-f]{4})?)-(?:unstored|finished)-[0-9a-f-]+\.pgn"
)
"""The file name of a game that was over or left, with its slot. Earlier versions called some "finished"."""

_STRANGE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ENDS: Final = (b"*", b"1-0", b"0-1", b"1/2-1/2")


@dataclass(frozen=True)
class FoundJournals:
    """The content of a journal left behind by an earlier run."""

    game: Game | None  # the unfinished game up to its first fault; None if nothing could be salvaged
    damaged: bool = False  # whether something is missing or may be wrong
    set_aside: Path | None = None  # the new path of a damaged journal, None if it could not be moved


class Journal:
    """The slot of this program's running game. Not thread-safe."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the first free slot, and move into it a game that another run has left in a different slot.

        A read-only folder is not an error here; it is reported by the first write.
        """
        self._folder = folder or data_folder()
        self._lock: FileLock | None = None
        self._unkept = ""  # the reason to be put into the journal's new name, if renaming it failed
        self.path = self._folder / f"journal-p{os.getpid()}-{secrets.token_hex(2)}.pgn"
        for path in map(self._path_of, range(1, _SLOTS + 1)):
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
        """Move the newest journal of a program that has ended to this slot, if this slot is empty."""
        if self.path.exists():
            return
        for path in sorted(self._left_behind(), key=_modified, reverse=True):
            with _taken(path) as taken, contextlib.suppress(OSError):
                if taken:
                    rename(path, self.path)
                    return

    def _other_slots(self) -> list[Path]:
        """Return the journal paths of all other slots, whether they exist or not."""
        slots = {self._path_of(number): None for number in range(1, _SLOTS + 1)}
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.glob("*-p*.pgn")):
                if _PRIVATE.fullmatch(path.name):
                    slots[path.with_name(path.name.replace("unsaved", "journal"))] = None
        return [path for path in slots if path != self.path]

    def _left_behind(self) -> list[Path]:
        """Return the existing journals in other slots, whether or not their programs are still running."""
        return [path for path in self._other_slots() if path.exists()]

    def keep_others(self) -> list[Path]:
        """Rename the games of other programs that have ended, and return the new paths of unfinished ones."""
        kept = []
        for path in self._left_behind():
            with _taken(path) as taken:
                if taken and _is_over(path):
                    set_aside(path, "unstored")
                elif taken:
                    kept.append(set_aside(path, "unfinished"))
        return [path for path in kept if path is not None]

    def find(self) -> FoundJournals | None:
        """Return the unfinished game of an earlier run, or None.

        A game that was over when the program was killed becomes one of `unstored`; an empty one is deleted. A
        damaged journal is set aside and replaced by what could be salvaged.
        """
        try:
            game, damaged = read_journal(self.path)
        except FileNotFoundError:
            return None
        except OSError:
            aside = set_aside(self.path, "damaged")
            if aside is None:
                return None  # the first write will report it
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
        """Return the files of games of ended programs that are over or were left, and not in the library yet.

        Files of other slots are renamed to this one, so that no other program takes them as well.
        """
        found = []
        for path in sorted(self._folder.glob("journal*.pgn")):
            name = _UNSTORED.fullmatch(path.name)
            if name is None:
                continue
            slot = path.with_name(f"{name[1]}.pgn")
            if slot == self.path:
                found.append(path)
                continue
            with _taken(slot) as taken, contextlib.suppress(OSError):
                if taken:
                    target = name_aside(self.path, "unstored")
                    rename(path, target)
                    found.append(target)
        return found

    def write(self, game: Game) -> None:
        """Replace the journal's content durably and atomically.

        Raises:
            StorageError: the file cannot be written; the old content is unchanged.
        """
        if self._unkept and self.keep(self._unkept) is None and self.path.exists():
            reason = Message("detail.file_exists")
            raise StorageError(Message("detail.of_file_unwritten", file=str(self.path), reason=reason))
        write_journal(self.path, game)

    def delete(self) -> None:
        """Delete the journal.

        Raises:
            StorageError: the file cannot be removed.
        """
        remove(self.path)

    def keep(self, why: str = "unfinished") -> Path | None:
        """Rename the journal, so that the next game does not replace it.

        Returns:
            The new path; None if there is no journal or it could not be renamed, which is then tried again
            before another game is written.
        """
        kept = set_aside(self.path, why) if self.path.exists() else None
        self._unkept = why if kept is None and self.path.exists() else ""
        return kept

    def leave(self) -> Path:
        """Rename the journal of a game that is to be added to the library.

        Returns:
            The new path, which need not exist, since the game may never have been written.
        """
        name = name_aside(self.path, "unstored")
        return self.keep("unstored") or name.with_stem(f"{name.stem}-{secrets.token_hex(4)}")

    # ---- The draft: unsaved changes to records ----

    @staticmethod
    def _draft_beside(journal: Path) -> Path:
        return journal.with_name(journal.name.replace("journal", "unsaved"))

    def write_draft(self, games: Iterable[Game]) -> None:
        """Replace the draft durably and atomically.

        Raises:
            StorageError: the file cannot be written; the old content is unchanged.
        """
        write_atomically(self._draft_beside(self.path), b"".join(map(pgn_writer.write, games)))

    def delete_draft(self) -> None:
        """Delete the draft.

        Raises:
            StorageError: the file cannot be removed.
        """
        remove(self._draft_beside(self.path))

    def recover_drafts(self) -> list[Path]:
        """Rename the drafts of ended programs, and return their new paths, this slot's first.

        This slot's own draft is only copied: it stays until it is deleted or replaced, since its content must
        first be shown.
        """
        found = []
        own = self._draft_beside(self.path)
        if own.exists():
            found.append(copy_aside(own, "recovered") or set_aside(own, "recovered"))
        for path in self._other_slots():
            draft = self._draft_beside(path)
            with contextlib.ExitStack() as held:
                if draft.exists() and held.enter_context(_taken(path)):
                    found.append(set_aside(draft, "recovered"))
        return [path for path in found if path is not None]

    def close(self) -> None:
        """Release the slot."""
        if self._lock is not None:
            self._lock.release()


def write_journal(path: Path, game: Game) -> None:
    """Replace a journal's content durably and atomically.

    Raises:
        StorageError: the file cannot be written; the old content is unchanged.
    """
    write_atomically(path, _sealed(pgn_writer.write(game)))


def read_journal(path: Path) -> tuple[Game | None, bool]:
    """Return the game in a journal, or what could be salvaged of it, and whether the journal is damaged.

    Raises:
        OSError: the file cannot be read.
    """
    data = read_file(path, _LONGEST)
    game = _read(data)
    if game is None or game.errors or not _is_whole(data):
        return _longer(game, _read(_sound_part(data))), True
    return game, False


def _is_over(path: Path) -> bool:
    """Return whether a journal is undamaged and its game has ended."""
    with contextlib.suppress(OSError):
        game, damaged = read_journal(path)
        return game is not None and not damaged and game.result != _OPEN_RESULT
    return False


def _lock_of(path: Path) -> FileLock:
    return FileLock(path.with_suffix(".lock"))


@contextlib.contextmanager
def _taken(path: Path) -> Iterator[bool]:
    """Hold a slot's lock, if any, during the block; yield whether no other program can be using the slot."""
    private = _PRIVATE.fullmatch(path.name)
    if private is not None:  # without a lock
        yield not _is_running(int(private[1]))
        return
    lock = _lock_of(path)
    try:
        taken = lock.acquire()
    except StorageError:
        taken = is_folder(path.with_suffix(".lock"))  # a folder cannot be locked by anyone
    try:
        yield taken
    finally:
        lock.release()


def _is_running(process: int) -> bool:
    """Return whether a process exists; always False on Windows, which always has locks."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # another user's process
        return True
    return True


def _modified(path: Path) -> float:
    """Return a file's modification time in seconds since 1970; 0 if it does not exist."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _sealed(data: bytes) -> bytes:
    """Return a journal's content followed by its checksum on a last line, which is a comment in PGN."""
    return data + b"; crc32 %08x\n" % zlib.crc32(data)


def _is_whole(data: bytes) -> bool:
    """Return whether a journal's content matches its checksum or, without one, ends like a complete game."""
    seal = _SEAL.search(data)
    if seal is None:
        return data.rstrip().endswith(_ENDS)
    return zlib.crc32(data[: seal.start()]) == int(seal[1], 16)


def _sound_part(data: bytes) -> bytes:
    """Return the content before bytes that no journal contains, such as zeros left by the file system."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data[: error.start].decode("utf-8")
    return _STRANGE.split(text, maxsplit=1)[0].encode("utf-8")


def _longer(*games: Game | None) -> Game | None:
    """Return the game with the most moves; None if no game has any."""
    found = [game for game in games if game is not None and game.root.children]
    return max(found, key=lambda game: len(game.main_line()), default=None)


def _read(data: bytes) -> Game | None:
    try:
        return next(read_pgn(TextSource(_SEAL.sub(b"", data))), None)
    except RecordError:
        return None
