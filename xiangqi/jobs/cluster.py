"""The workers of a Dask cluster. Only those get work that would come to the same results as this process.

Every worker, also one that comes later, is asked for its credentials by a plugin, which gives a resource to
those that fit; jobs need that resource. They need another one, too, that all programs share: a worker does one
job at a time, since jobs keep an engine in the process.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from xiangqi.errors import JobError
from xiangqi.i18n.message import Message
from xiangqi.jobs.credentials import Credentials, credentials
from xiangqi.jobs.workers import Workers

if TYPE_CHECKING:
    from distributed import Client, Worker, WorkerPlugin

P = ParamSpec("P")
R = TypeVar("R")

LOCAL: Final = "local:"
_ONE_AT_A_TIME: Final = "xiangqi"
_MOST_LOCAL: Final = 256
QUIET: Final = {
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "10s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.memory.monitor-interval": "60s",
    "distributed.worker.profile.enabled": False,
}
"""Dask's settings for chunks of seconds: what it watches by default takes 4 % of a core from each worker."""

_CONNECT_S: Final = 10.0
_FIRST_WORKER_S: Final = 60.0
_COUNT_AGE_S: Final = 2.0  # each question takes scheduler and command some milliseconds
_PARCEL_S: Final = 1.0  # of which handing out and taking back is less than a percent


@dataclass(frozen=True)
class Demands:
    """What a worker must be like.

    Attributes:
        packages: whose sources must be the same as here.
        check: ``module:function`` whose answer must be the same as here; "" for none.
        alike: whether all must have the same machine, since jobs look at the clock.
    """

    packages: tuple[str, ...] = ("xiangqi",)
    check: str = ""
    alike: bool = False


class DaskWorkers(Workers):
    """The workers of a scheduler that have shown their credentials."""

    def __init__(self, client: Client, resource: str) -> None:
        """Use a connection; `connected` makes one.

        Args:
            client: connected.
            resource: that workers with credentials have.
        """
        self._client = client
        self._resource = resource
        needed = {_ONE_AT_A_TIME: 1, resource: 1}
        self._executor: Executor = client.get_executor(pure=False, resources=needed)  # type: ignore[no-untyped-call]
        self._count = 0
        self._counted = -_COUNT_AGE_S

    @property
    def count(self) -> int:
        """How many workers may be given jobs, as of two seconds ago at most.

        Raises:
            JobError: the scheduler is gone.
        """
        if time.monotonic() - self._counted > _COUNT_AGE_S:
            self._ensure_connected()
            workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
            self._count = sum(self._resource in worker["resources"] for worker in workers)
            self._counted = time.monotonic()
        return self._count

    @property
    def parcel_s(self) -> float:
        """Handing out takes some milliseconds."""
        return _PARCEL_S

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have a function of a module called by a worker.

        Raises:
            JobError: the scheduler is gone.
        """
        self._ensure_connected()
        return self._executor.submit(fn, *args, **kwargs)

    def _ensure_connected(self) -> None:
        if self._client.status != "running":
            raise JobError(Message("detail.cluster.lost"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more jobs; with `cancel_futures` the scheduler forgets those that wait."""
        self._executor.shutdown(wait=wait and not cancel_futures)


@contextlib.contextmanager
def connected(address: str, demands: Demands, told: Callable[[str], None]) -> Iterator[DaskWorkers]:
    """The fitting workers of a cluster, for a block of code.

    Args:
        address: ``tcp://HOST:PORT`` of a scheduler, or ``local:N`` for a cluster of this machine that lasts as
            long as the block.
        demands: who fits.
        told: hears in a sentence of each worker that does not.

    Raises:
        JobError: Dask is not installed, nobody answers there, or no worker fits.
    """
    with _client(address) as client:
        resource = f"xiangqi-{uuid.uuid4().hex}"
        own = credentials(demands.packages, demands.check)
        wanted = _introduced(client, address, demands, own, told)
        plugin = _plugin(resource, demands.packages, demands.check, wanted, demands.alike)
        client.register_plugin(plugin, name=resource)
        try:
            yield DaskWorkers(client, resource)
        finally:
            with contextlib.suppress(OSError, ValueError):  # the scheduler may be gone
                client.unregister_worker_plugin(resource)  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def _client(address: str) -> Iterator[Client]:
    """A connection to a scheduler, which is started for ``local:N``."""
    try:
        import dask
        from distributed import Client, LocalCluster
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise JobError(Message("detail.cluster.not_installed")) from None
    if not address.startswith(LOCAL):
        try:
            resolve_address(address)  # a Client that fails at this hangs later
            client = Client(address, timeout=_CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]
        except Exception as error:  # what Dask raises depends on what it takes an address for
            reason = str(error) or type(error).__name__
            raise JobError(Message("detail.cluster.silent", address=address, reason=reason)) from None
        try:
            yield client
        finally:
            with contextlib.suppress(OSError, RuntimeError):  # the scheduler may be gone
                client.close()  # type: ignore[no-untyped-call]
        return
    count = address[len(LOCAL) :]
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:6]) <= _MOST_LOCAL):
        raise JobError(Message("detail.cluster.count", address=address, most=_MOST_LOCAL))
    if sys.version_info < (3, 11):
        raise JobError(Message("detail.cluster.old_python"))
    with contextlib.ExitStack() as stack:
        stack.enter_context(_trusting_installed_modules_only())
        stack.enter_context(dask.config.set(QUIET))
        try:
            with _deaf_to_interrupts():
                cluster = LocalCluster(
                    n_workers=int(count),
                    threads_per_worker=1,
                    dashboard_address=":0",  # any port, since several may run at once
                    memory_limit=None,
                    silence_logs=logging.CRITICAL,  # a job's error comes back with it
                )
        except (OSError, RuntimeError) as error:
            raise JobError(Message("detail.cluster.silent", address=address, reason=str(error))) from None
        stack.enter_context(cluster)
        yield stack.enter_context(Client(cluster, set_as_default=False))


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are started meanwhile leave Ctrl+C to this one, which ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _trusting_installed_modules_only() -> Iterator[None]:
    """Have processes look for modules where they are installed, not in the current folder.

    Dask starts them with ``-c``, and anew when one has died.
    """
    name = "PYTHONSAFEPATH"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _introduced(
    client: Client, address: str, demands: Demands, own: Credentials, told: Callable[[str], None]
) -> Credentials:
    """Ask all workers who they are; what is wanted of them and of those that come later.

    Raises:
        JobError: no worker fits, or they are not alike and have to be.
    """
    try:
        client.wait_for_workers(1, timeout=_FIRST_WORKER_S)
    except TimeoutError:
        raise JobError(Message("detail.cluster.empty", address=address)) from None
    answers = client.run(_introduction(), demands.packages, demands.check, on_error="return")
    fitting: dict[str, Credentials] = {}
    faults = []
    for worker, answer in answers.items():
        fault = _fault(answer, own)
        if fault is None:
            fitting[worker] = Credentials(*answer)
        else:
            faults.append(Message("detail.cluster.refused", worker=worker, reason=fault))
            told(faults[-1])
    if not fitting:
        raise JobError(Message("detail.cluster.none", address=address, reasons=tuple(faults)))
    machines = sorted({one.machine for one in fitting.values()})
    if demands.alike and len(machines) > 1:
        raise JobError(Message("detail.cluster.unlike", machines=tuple(machines)))
    return next(iter(fitting.values()))


def _fault(answer: object, own: Credentials) -> str | None:
    """Why a worker that answered so gets no work."""
    if isinstance(answer, BaseException):
        return Message("detail.cluster.no_answer", reason=f"{type(answer).__name__}: {answer}")
    assert isinstance(answer, tuple)
    other = Credentials(*answer)
    if own.version != other.version:
        return Message("detail.cluster.version", here=own.version, there=other.version)
    if own.sources != other.sources:
        return Message("detail.cluster.sources", here=own.sources, there=other.sources)
    if own.check != other.check:
        return Message("detail.cluster.check", here=own.check, there=other.check)
    return None


def _introduction() -> Callable[[tuple[str, ...], str], tuple[str, ...]]:
    """A function that travels as code, since a stranger cannot import it."""

    def introduce(packages: tuple[str, ...], check: str) -> tuple[str, ...]:
        from dataclasses import astuple

        from xiangqi.jobs.credentials import credentials

        return astuple(credentials(packages, check))

    return introduce


def _plugin(
    resource: str, packages: tuple[str, ...], check: str, wanted: Credentials, alike: bool
) -> WorkerPlugin:
    """What gives the resource to every worker that fits; a class that travels as code, as above."""
    from distributed import WorkerPlugin

    introduce, shared = _introduction(), _ONE_AT_A_TIME
    parts = (wanted.version, wanted.sources, wanted.check, *([wanted.machine] if alike else []))

    class Introduction(WorkerPlugin):
        """Asks a worker for its credentials when it is started."""

        async def setup(self, worker: Worker) -> None:
            """Give the resource, or not."""
            import asyncio

            try:
                own = await asyncio.get_running_loop().run_in_executor(None, introduce, packages, check)
            except Exception:  # a worker without this program, which others may use
                return
            if own[: len(parts)] == parts:
                await worker.set_resources(**{shared: 1, resource: 1})

    return Introduction()
