"""Jobs in processes of this machine: results, errors, deaths, cancelling; and nothing foreign is run."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from itertools import count
from pathlib import Path

import pytest

from xiangqi.errors import FenError, JobError
from xiangqi.fen import parse_fen
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.processes import LocalProcesses
from xiangqi.jobs.work import Headway, in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.launch import own_command

JOBS = """\
import os, pathlib, time

def square(number):
    return number * number

def die_at_three(number):
    if number == 3:
        os._exit(7)
    return number

def fail_once(path):
    if not pathlib.Path(path).exists():
        pathlib.Path(path).touch()
        raise OSError("the first time")
    return "done"

def slow_first(number):
    time.sleep(0.3 if number == 0 else 0.0)
    return number

def where(_):
    print("this is no answer")
    return os.getpid(), os.getppid()

class NotHere:
    def __reduce__(self):
        return __import__, ("no_such_module",)

class OddError(Exception):
    def __init__(self, one, other):
        super().__init__(one)

def odd(_):
    raise OddError("one", "other")
"""


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """A module of jobs that this process and its workers can import."""
    (tmp_path / "some_jobs.py").write_text(JOBS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    import some_jobs  # type: ignore[import-not-found]

    yield some_jobs
    del sys.modules["some_jobs"]


def test_chunks_come_back_in_the_order_asked_for(jobs) -> None:  # type: ignore[no-untyped-def]
    with open_workers(2) as workers:
        numbers = [one.value() for one in in_order(run_chunks(workers, jobs.slow_first, range(4)))]
        processes = {one.value() for one in run_chunks(workers, jobs.where, range(4))}
    assert numbers == [0, 1, 2, 3]
    assert {parent for _, parent in processes} == {os.getpid()}
    assert len(processes) <= 2
    for child, _ in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)


def test_a_chunk_that_kills_its_process_comes_back_and_the_rest_is_done(jobs) -> None:  # type: ignore[no-untyped-def]
    heard: list[Headway] = []
    with open_workers(2) as workers:
        back = list(in_order(run_chunks(workers, jobs.die_at_three, range(8), heard.append, 8)))
    assert [one.result for one in back] == [0, 1, 2, None, 4, 5, 6, 7]
    assert isinstance(back[3].error, JobError)
    assert "exit code 7" in str(back[3].error)
    assert (heard[-1].done, heard[-1].failed, heard[-1].seconds_left) == (8, 1, 0)
    with pytest.raises(JobError):
        back[3].value()


def test_a_chunk_is_tried_a_second_time(jobs, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with open_workers(1) as workers:
        (back,) = run_chunks(workers, jobs.fail_once, [str(tmp_path / "mark")])
    assert back.value() == "done"


class Batching(LocalProcesses):
    """Processes to which several short chunks are handed at once, as to the workers of a cluster."""

    batch_s = 0.05

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.sizes: list[int] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.sizes.append(len(args[0].chunks))
        return super().submit(fn, *args, **kwargs)


def test_short_chunks_travel_together(jobs) -> None:  # type: ignore[no-untyped-def]
    workers = Batching(2)
    try:
        back = list(in_order(run_chunks(workers, jobs.square, range(200), of=200)))
        assert [one.value() for one in back] == [number * number for number in range(200)]
        assert workers.sizes[:2] == [1, 1], "how long they take is not known yet"
        assert max(workers.sizes) > 1
        assert sum(workers.sizes) == 200, "each goes out once"
        workers.sizes.clear()
        died = list(in_order(run_chunks(workers, jobs.die_at_three, range(40))))
        assert [one.number for one in died if one.error is not None] == [3]
        assert [one.result for one in died if one.error is None] == [n for n in range(40) if n != 3]
        long = list(run_chunks(workers, jobs.slow_first, [0, 0, 0]))
        assert len(long) == 3
        assert workers.sizes[-3:] == [1, 1, 1]
    finally:
        workers.shutdown(wait=False, cancel_futures=True)


def test_errors_come_back_as_they_were_or_in_words(jobs) -> None:  # type: ignore[no-untyped-def]
    with open_workers(1) as workers:
        (bad_fen,) = run_chunks(workers, parse_fen, ["9/9"])
        (odd,) = run_chunks(workers, jobs.odd, [0])
        (lost,) = run_chunks(workers, str, [jobs.NotHere()])
        unpicklable = workers.submit(len, (one for one in "12"))
        with pytest.raises(TypeError, match="generator"):
            unpicklable.result()
        assert next(run_chunks(workers, len, ["123"])).value() == 3
    assert isinstance(bad_fen.error, FenError)
    assert str(bad_fen.error) == "the board has 2 rows; it should have 10"
    assert isinstance(lost.error, ModuleNotFoundError)
    assert isinstance(odd.error, JobError)
    assert str(odd.error) == "OddError: one"


def test_who_stops_asking_cancels_the_rest(jobs) -> None:  # type: ignore[no-untyped-def]
    """There is no end of chunks, and one that runs is broken off."""
    sleeping: list[Future[None]] = []

    def interrupted() -> None:
        with open_workers(2) as workers:
            sleeping.append(workers.submit(time.sleep, 60))
            for back in run_chunks(workers, jobs.square, count()):
                if back.number > 5:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert isinstance(sleeping[0].exception(), JobError)  # it has not slept to its end


@pytest.mark.usefixtures("jobs")
def test_a_job_ends_with_its_parent(tmp_path: Path) -> None:
    """Also when that is killed, and in the middle of a job."""
    script = tmp_path / "parent.py"
    script.write_text(
        "import time\nfrom xiangqi.jobs.pool import open_workers\nimport some_jobs\n"
        "with open_workers(1) as workers:\n"
        "    print(workers.submit(some_jobs.where, 0).result()[0], flush=True)\n"
        "    workers.submit(time.sleep, 60)\n"
        "    time.sleep(60)\n",
        encoding="utf-8",
    )
    root = str(Path(__file__).parents[3])
    env = os.environ | {"PYTHONPATH": os.pathsep.join([root, str(tmp_path)])}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=env) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.5)
        parent.kill()
    for _ in range(3000):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the job went on without its parent")


def test_a_function_of_a_script_is_refused() -> None:
    class Nobody(Workers):
        count, batch_s = 1, 0.0

        def submit(self, *_args, **_kwargs):  # type: ignore[no-untyped-def]
            future: Future[int] = Future()
            return future

    def own(_number: int) -> int:
        return 0

    own.__module__ = "__main__"
    with pytest.raises(ValueError, match="belongs to a script"):
        next(run_chunks(Nobody(), own, [1]))


@pytest.mark.parametrize(
    ("headway", "text"),
    [
        (Headway(10, 0, 40, 5.0, 2), "10 of 40, 2/s, 15 s left"),
        (Headway(10, 1, 1000, 100.0, 2), "10 of 1000, 0.1/s, 2 h 45 min left, 1 failed"),
        (Headway(3, 0, None, 2.0, 2), "3, 1.5/s"),
        (Headway(0, 0, 9, 2.0, 2), "0 of 9 after 2 s"),
        (Headway(1, 0, 3, 45.0, 1), "1 of 3, 0.0222/s, 1 min 30 s left"),
    ],
)
def test_headway_in_words(headway: Headway, text: str) -> None:
    assert str(headway) == text


def test_a_process_whose_parent_died_in_the_middle_of_a_call_ends_quietly() -> None:
    half = pickle.dumps(b"x" * 100)[:50]
    ended = subprocess.run(own_command("job"), input=half, capture_output=True, check=False, timeout=300)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
