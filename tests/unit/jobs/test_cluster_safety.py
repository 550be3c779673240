"""What a cluster can do to the command that uses it, and who can talk to it."""

from __future__ import annotations

import base64
import contextlib
import importlib.util
import io
import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ports import IS_TOLD, LISTENS, ports

from xiangqi.board import Move
from xiangqi.coach.grades import Grade
from xiangqi.engine.common.types import Limits
from xiangqi.errors import FenError, JobError
from xiangqi.i18n.message import Message
from xiangqi.jobs import plain_results
from xiangqi.jobs.cluster import Access
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.work import BatchResult, ChunkResult, in_order, run_chunks
from xiangqi.match.game import FinishedGame, MovePace
from xiangqi.match.start_positions import Opening
from xiangqi.records.tree import RecordFault

ROOT = Path(__file__).parents[3]
PACKAGES = ("xiangqi",)
LOOPBACK = ("0100007F", "00000000000000000000000001000000")  # as the kernel writes 127.0.0.1 and ::1

needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed")
needs_proc = pytest.mark.skipif(not IS_TOLD, reason="only Linux tells who listens")


# ---- Results ----


def echo(value: Any) -> Any:
    if isinstance(value, Exception):
        raise value
    return value


VALUES = (
    None,
    True,
    -3,
    2**80,
    0.1,
    float("inf"),
    "将\n",
    b"\x00\xff",
    [1, (2, {3}), frozenset({"x"})],
    {"list": ["list"], 1: None, (1, 2): {}},
    Move.from_iccs("h2e2"),
    Opening("fen", (Move.from_iccs("h2e2"),)),
    FinishedGame(
        None, "draw", "", Opening("fen"), (Move.from_iccs("b2e2"),), ("",), {0: MovePace([0.5], 0.0, 3, [7])}
    ),
    Limits(nodes=3),
    Grade.MISTAKE,
    Message("detail.rows", count=9, most=10),
    Message("detail.of_file", file="x", reason=Message("detail.rows", count=9, most=10)),
)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_results_come_back_as_they_were(value: object) -> None:
    back = plain_results.answer(plain_results.called(echo, value), PACKAGES)
    assert back == value
    assert type(back) is type(value)
    assert repr(back) == repr(value)


def array_of_objects() -> str:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.array([print]), allow_pickle=True)
    return base64.b64encode(stream.getvalue()).decode()


OBJECTS = array_of_objects()


def array_with(head: bytes) -> str:
    """An array whose head, which NumPy reads as a dictionary of Python, has these words."""
    return base64.b64encode(b"\x93NUMPY\x01\0" + len(head).to_bytes(2, "little") + head + bytes(24)).decode()


def test_arrays_come_back_as_they_were() -> None:
    for array in (
        np.arange(12, dtype=np.int64).reshape(3, 4)[:, ::2],
        np.zeros((0, 5), np.float32),
        np.array([(1, 2.5)], dtype=[("a", "<i2"), ("b", "<f8")])["b"],
        np.array([(1, 2.5), (3, 4.5)], dtype=[("a", "<i2"), ("b", "<f8")]),
        np.float64(0.25),
    ):
        back: Any = plain_results.answer(plain_results.called(echo, array), PACKAGES)
        assert back.dtype == array.dtype
        assert np.array_equal(back, array)


def test_errors_come_back_as_they_were() -> None:
    fault = Message("detail.rows", count=9, most=10)
    for error, same in (
        (FenError(fault), FenError),
        (ValueError("x"), ValueError),
        (KeyError("x"), KeyError),
        (FileNotFoundError(2, "missing", "x"), FileNotFoundError),
        (subprocess.CalledProcessError(1, "x"), JobError),
        (RuntimeError(object()), JobError),
    ):
        with pytest.raises(same) as told:
            plain_results.answer(plain_results.called(echo, error), PACKAGES)
        assert same is JobError or str(told.value) == str(error)
    with pytest.raises(FenError) as told_again:
        plain_results.answer(plain_results.called(echo, FenError(fault)), PACKAGES)
    assert isinstance(str(told_again.value), Message), "it can still be told in another language"


def test_errors_in_results_come_back_as_they_were() -> None:
    error = FenError(Message("detail.rows", count=9, most=10))
    batch = BatchResult((ChunkResult(3, None), ChunkResult(None, error)), 0.5)
    back: Any = plain_results.answer(plain_results.called(echo, batch), PACKAGES)
    assert back.answers[0] == batch.answers[0]
    assert isinstance(back.answers[1].error, FenError)
    assert str(back.answers[1].error) == str(error)


def test_what_is_no_plain_data_does_not_travel() -> None:
    for value in (object(), print, Path("/x"), np.array([object()]), RecordFault, sys):
        with pytest.raises((JobError, TypeError, ValueError)):
            plain_results.answer(plain_results.called(echo, value), PACKAGES)


@pytest.mark.parametrize(
    "value",
    [
        ["object", "os:system", "touch gone"],
        ["object", "builtins:exec", "1"],
        ["object", "subprocess:Popen", "x"],
        ["object", "xiangqi.launch:start_own", "x"],
        ["object", "xiangqi.launch:subprocess.Popen", "x"],
        ["object", "xiangqi.protocol.process:Path", "x"],
        ["object", "xiangqi.no_such_module:X"],
        ["object", "antigravity:X"],
        ["object", "xiangqi.board:Move"],
        ["array", "AAAAAAAAAAA="],
        ["array", OBJECTS],
        ["array", array_with(b"{'descr': '<i8', 'shape': (3,), 'fortran_")],
        ["array", array_with(b"{'descr': '<i8', 'fortran_order': False, 'shape': (2,")],
        ["array", array_with(b"{'descr': '<i8', 'fortran_order': False, 'shape': (" + b"9" * 15 + b",)}")],
        ["text", 5],
        ["text", ["tuple", 1, 2]],
        ["text", ["tuple", ["list"], ["dict"]]],
        ["text", ["tuple", "detail.checksum", ["dict", ["x", ["list"]]]]],
        ["text", ["tuple", "detail.checksum", ["dict", [3, "x"]]]],
        ["number", "<i8,", 7],
        ["number", ",", 7],
        ["number", "|i1", 300],
        ["number", "<M8[", 300],
        ["object", "xiangqi.board:Move", 1e999],
        ["bytes", "?"],
        ["strange"],
        [],
        {},
        [[]],
    ],
)
def test_what_a_worker_makes_up_is_refused(value: object) -> None:
    with pytest.raises(JobError, match="not a result"):
        plain_results.answer(json.dumps(["value", value]).encode(), PACKAGES)


@pytest.mark.parametrize("data", [b"", b"x", b"[]", b"3", b'["value"]', b'["x", 1]', b"[" * 99_999, None, 7])
def test_what_is_no_result_at_all_is_refused(data: object) -> None:
    with pytest.raises(JobError, match="not a result"):
        plain_results.answer(data, PACKAGES)


def test_an_error_runs_nothing_either(tmp_path: Path) -> None:
    for name in (
        "os:system",
        "builtins:exec",
        "builtins:SystemExit",
        "builtins:print",
        "xiangqi.launch:start_own",
    ):
        data = json.dumps(["error", name, ["list", f"open({str(tmp_path / 'gone')!r}, 'w')"], "words"]).encode()
        with pytest.raises(JobError, match="words"):
            plain_results.answer(data, PACKAGES)
    assert not list(tmp_path.iterdir())


# ---- Who can talk to it ----


def listening() -> set[tuple[int, str]]:
    """Process and address, as the kernel writes it, of all that this process and its family listen on."""
    return {(port.owner, port.address) for port in ports(os.getpid()) if port.state == LISTENS}


@needs_dask
@needs_proc
@pytest.mark.parametrize("dashboard", [False, True])
def test_a_cluster_of_this_machine_listens_on_loopback_alone(dashboard: bool) -> None:
    before = listening()
    told: list[str] = []
    with open_workers(1, "local:2", told=told.append, access=Access(dashboard=dashboard)) as workers:
        assert [one.value() for one in in_order(run_chunks(workers, len, ["12", "123"]))] == [2, 3]
        found = listening() - before
        assert len({owner for owner, _ in found}) >= 3, "the scheduler and two workers"
        assert {address for _, address in found} <= set(LOOPBACK)
        assert [one for one in told if "http://127.0.0.1:" in one] == told
        assert len(told) == dashboard


@needs_dask
def test_nobody_without_the_certificate_talks_to_a_cluster_of_this_machine() -> None:
    from distributed import Client
    from distributed.security import Security

    with open_workers(1, "local:1") as workers:
        address = workers._client.scheduler.address  # type: ignore[attr-defined]
        assert address.startswith("tls://127.0.0.1:")
        for stranger, security in (
            (address.replace("tls://", "tcp://"), None),
            (address, Security.temporary()),  # type: ignore[no-untyped-call]
        ):
            with pytest.raises((OSError, TypeError, ValueError, RuntimeError)):
                Client(stranger, security=security, timeout=3, set_as_default=False)  # type: ignore[no-untyped-call]


class Bomb:
    """Something that writes a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@needs_dask
def test_a_result_that_is_no_plain_data_is_not_unpickled(tmp_path: Path) -> None:
    """A worker that sends an object of its own making in place of what it was asked for."""
    path = tmp_path / "gone"
    packed = pickle.dumps(Bomb(path))

    def hostile(data: bytes) -> object:
        class Evil:
            def __reduce__(self) -> tuple[object, ...]:
                import pickle

                return pickle.loads, (data,)

        return Evil()

    with open_workers(1, "local:1") as workers:
        future = workers._executor.submit(hostile, packed)  # type: ignore[attr-defined]
        with contextlib.suppress(Exception):  # what is refused never comes: this waits to the end
            plain_results.answer(future.result(timeout=20), PACKAGES)
        assert not path.exists()


# ---- A scheduler elsewhere ----


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[tuple[str, tuple[Path, Path, Path]]]:
    """The address of a scheduler with a worker, which take only who has the certificate; files of that."""
    from distributed.security import Security

    made = Security.temporary()  # type: ignore[no-untyped-call]
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    certificate.write_text(made.tls_client_cert)
    key.write_text(made.tls_client_key)
    files = (certificate, certificate, key)
    tls = ["--tls-ca-file", str(certificate), "--tls-cert", str(certificate), "--tls-key", str(key)]
    listing = tmp_path / "scheduler.json"
    words = ["--scheduler-file", str(listing), "--no-dashboard", "--host", "127.0.0.1"]
    with (tmp_path / "log").open("wb") as log, contextlib.ExitStack() as stack:
        for command in (
            ["scheduler", "--protocol", "tls", "--port", "0"],
            ["worker", "--nthreads", "1", "--no-nanny"],
        ):
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *command, *words, *tls],
                cwd=tmp_path,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdout=log,
                stderr=log,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
        for _ in range(3000):
            with contextlib.suppress(OSError, ValueError):
                yield str(json.loads(listing.read_text())["address"]), files
                return
            time.sleep(0.1)
        pytest.fail((tmp_path / "log").read_text())


@needs_dask
def test_certificates_encrypt_the_way_to_a_scheduler(
    encrypted: tuple[str, tuple[Path, Path, Path]], tmp_path: Path
) -> None:
    address, files = encrypted
    address = address.replace("tls://", "tcp://")
    with open_workers(1, address, access=Access(tls=files)) as workers:
        assert [one.value() for one in run_chunks(workers, len, ["12"])] == [2]
        assert workers._client.scheduler.address.startswith("tls://")  # type: ignore[attr-defined]
    with pytest.raises(JobError, match="no scheduler is responding"), open_workers(1, address):
        pass
    missing = Access(tls=(files[0], files[1], tmp_path / "nothing.pem"))
    with (
        pytest.raises(JobError, match=r"nothing\.pem does not exist"),
        open_workers(1, address, access=missing),
    ):
        pass


@needs_dask
@pytest.mark.parametrize("encryption", [False, True])
def test_a_scheduler_without_encryption_is_warned_of(encryption: bool, tmp_path: Path) -> None:
    cluster = ["--cluster", "tcp://127.0.0.1:9"]
    cluster += ["--cluster-tls", *[str(tmp_path / "none")] * 3] if encryption else []
    done = subprocess.run(
        [sys.executable, "-m", "xiangqi", "match", "builtin", "builtin", "--nodes", "100", *cluster],
        capture_output=True,
        text=True,
        env=os.environ | {"XIANGQI_HOME": str(tmp_path)},
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 2
    assert ("not encrypted" in done.stderr) is not encryption
