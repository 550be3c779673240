"""Builds tables in the order of their dependencies, several at once; interrupted work is resumed.

Each table is a job that writes two files: the table, and its sets for the tables that depend on it, in a work
folder. A job whose files exist is done. The workers must see the same folders.
"""

from __future__ import annotations

import platform
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Final

from xiangqi.disk import cannot_be_read, make_folder, open_plain, write_atomically
from xiangqi.errors import CancelledError, StorageError, TableError
from xiangqi.i18n.message import Message
from xiangqi.jobs.work import ChunkWork
from xiangqi.jobs.workers import Workers
from xiangqi.tables.making import repetition_bans, working
from xiangqi.tables.making.solving import Sets, Solver
from xiangqi.tables.making.tablebytes import table_bytes
from xiangqi.tables.material import Endgame, attackers_of, closure
from xiangqi.tables.numbering import insist_on_groups
from xiangqi.tables.points import fort_of, points_for
from xiangqi.tables.tablefile import DTC, MAGIC, SUFFIX, WDL, TableFile

MOST_BITS: Final = 1 << 32
"""The largest number of positions that can be solved. Each takes a bit in a dozen sets: 8 GiB of memory."""


@dataclass(frozen=True)
class Job:
    """One table to build."""

    material: Endgame  # canonical
    metric: str  # WDL, DTC or STEPPED
    work: Path  # the folder of the sets
    out: Path | None  # the folder of the tables; None for the sets alone

    @property
    def path(self) -> Path | None:
        """The path of the table, None for sets alone."""
        return None if self.out is None else self.out / (self.material.name + SUFFIX)

    def insist_on_place(self) -> None:
        """Check that only tables and sets would be replaced.

        Raises:
            StorageError: another file has the name of one to be written, or cannot be read.
        """
        _insist_on_start(working.path_of(self.work, self.material), working.START)
        if self.path is not None:
            _insist_on_start(self.path, MAGIC)

    def is_done(self) -> bool:
        """Return whether all files of the job exist, built by this generator and with the metric wanted."""
        if not working.is_there(self.work, self.material):
            return False
        if self.path is None or not self.path.exists():
            return self.path is None
        try:
            table = TableFile(self.path)
        except TableError:
            return False
        return table.generator == working.GENERATOR and (
            table.metric == DTC or self.metric in (WDL, table.metric)
        )


@dataclass(frozen=True)
class TableMade:
    """A finished job, and the progress of all jobs."""

    material: Endgame
    done: int
    of: int


class _Smaller:
    """Loads the sets of smaller materials from a folder, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[Endgame, Sets] = {}

    def __call__(self, material: Endgame) -> Sets:
        if material not in self._known:
            self._known[material] = self._get(material)
        return self._known[material]

    def _get(self, material: Endgame) -> Sets:
        if not material.is_canonical:
            return self(material.canonical).swapped()
        if material.is_dead:
            return Solver(material, self).nobody_wins()
        return working.load(self._folder, material)


def make(job: Job) -> Endgame:
    """Build the table of one job; those that it depends on must exist.

    Raises:
        TableError: the working folder is missing, or the sets of a smaller table cannot be read.
        StorageError: the folder cannot be written.
    """
    if not job.work.is_dir():
        raise TableError(Message("detail.table.no_folder", folder=str(job.work), machine=platform.node()))
    solver = Solver(job.material, _Smaller(job.work))
    plies = None if job.metric == WDL else solver.new_plies()
    sets = repetition_bans.solve(solver, plies)
    if job.path is not None:
        write_atomically(job.path, table_bytes(solver, sets, plies, job.metric))
    working.save(job.work, sets)
    return job.material


class Making:
    """Builds the tables of the given materials and of all that these depend on."""

    def __init__(self, metrics: Mapping[Endgame, str], others: str, work: Path, out: Path) -> None:
        """Plan the jobs.

        Args:
            metrics: WDL, DTC or STEPPED by material, canonical or not.
            others: the metric of the tables that these depend on.
            work: folder for the sets, which are kept for later tables.
            out: folder for the tables.

        Raises:
            TableError: a material has too many positions.
        """
        for material in metrics:
            insist_on_groups(material)
            if size_of(material) > MOST_BITS:
                raise TableError(Message("detail.table_too_large", material=str(material), positions=MOST_BITS))
        known = {material.canonical: metric for material, metric in metrics.items()}
        self.jobs = [
            Job(material, known.get(material, others), work, out) for material in closure(list(metrics))
        ]
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Start no more jobs, from any thread; finished tables are kept."""
        self._cancelled.set()

    def run(self, workers: Workers, progress: Callable[[TableMade], None]) -> dict[Endgame, Exception]:
        """Build the tables that do not exist yet.

        Args:
            workers: where the jobs run, in local processes or on a cluster.
            progress: called after each job.

        Returns:
            The materials that failed twice, with the reasons; those that depend on them are not built.

        Raises:
            CancelledError: cancel was called.
            JobError: the connection to the cluster is lost; finished tables are kept.
            StorageError: another file has the name of a table or of sets; nothing has been written.
        """
        open_ = [job for job in self.jobs if not job.is_done()]
        for job in open_:
            job.insist_on_place()
        missing = {job.material for job in open_}
        for job in open_[:1]:
            make_folder(job.work)  # a worker without it is on another machine
        count = len(self.jobs)
        failed: dict[Endgame, Exception] = {}
        work: ChunkWork[Job, Endgame] = ChunkWork(workers, make)
        try:
            while open_ or len(work):
                if self._cancelled.is_set():
                    raise CancelledError(Message("detail.tables_cancelled"))
                ready = [job for job in open_ if _is_ready(job, missing)]
                if not ready and not len(work):
                    break  # the others depend on one that failed
                for job in ready:
                    if work.has_room:
                        open_.remove(job)
                        work.add(count - len(open_), job)
                for back in work.returned():
                    if back.error is not None:
                        failed[back.chunk.material] = back.error
                        continue
                    missing.remove(back.value())
                    progress(TableMade(back.value(), count - len(missing), count))
        finally:
            work.cancel()
        return failed


def _is_ready(job: Job, missing: set[Endgame]) -> bool:
    """Return whether the tables that a job depends on exist."""
    return not any(smaller.canonical in missing for smaller in job.material.after_capture())


def _insist_on_start(path: Path, start: bytes) -> None:
    """Check that a file may be replaced: it is missing, empty, or begins with `start`.

    Raises:
        StorageError: the file is of another kind, or cannot be read.
    """
    try:
        with open_plain(path) as file:
            found = file.read(len(start))
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return
    except OSError as error:
        raise StorageError(cannot_be_read(path, error)) from error
    if found not in (b"", start):
        raise StorageError(Message("detail.of_file", file=str(path), reason=Message("detail.table.in_the_way")))


def size_of(material: Endgame) -> int:
    """Return the number of positions with one side to move, mirror images included."""
    size = 1
    for side in (material.first, material.second):
        size *= len(fort_of(side, 0).places)
        for letter in attackers_of("".join(dict.fromkeys(side))):
            size *= comb(len(points_for(letter, 0)), side.count(letter))
    return size
