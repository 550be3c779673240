"""Workers of a Dask cluster. Only those that would produce the same results as this process get work.

A plugin asks every worker, including later ones, for its credentials and gives a resource to those that match;
jobs require that resource. They also require another one shared by all programs: a worker does one job at a
time, since jobs keep an engine in the process.
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
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

from xiangqi.errors import JobError
from xiangqi.i18n.message import Message
from xiangqi.jobs import plain_results
from xiangqi.jobs.credentials import Credentials, credentials
from xiangqi.jobs.workers import Workers

if TYPE_CHECKING:
    from distributed import Client, LocalCluster, Worker, WorkerPlugin
    from distributed.security import Security

P = ParamSpec("P")
R = TypeVar("R")

LOCAL: Final = "local:"
PLAIN: Final = "tcp://"
_ENCRYPTED: Final = "tls://"
_LOOPBACK: Final = "127.0.0.1"
_ONE_AT_A_TIME: Final = "xiangqi"
_MOST_LOCAL: Final = 256
QUIET: Final = {
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "10s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.memory.monitor-interval": "60s",
    "distributed.worker.profile.enabled": False,
}
"""Dask's settings for chunks of seconds: its default monitoring takes 4% of a core from each worker."""
_NO_PAGES: Final[dict[str, object]] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}
"""Settings with which Dask's web servers, which are always started, serve nothing."""
_DATA_ONLY: Final = ("msgpack", "error")
"""Dask's serialisers that create no objects; results in any other form, such as pickles, are rejected."""

_CONNECT_S: Final = 10.0
_FIRST_WORKER_S: Final = 60.0
_COUNT_AGE_S: Final = 2.0  # each query costs the scheduler and the command some milliseconds
_BATCH_S: Final = 1.0  # the overhead is less than a percent of this


@dataclass(frozen=True)
class Demands:
    """The requirements for a worker."""

    packages: tuple[str, ...] = ("xiangqi",)  # the packages whose sources must be the same as here
    check: str = ""  # the ``module:function`` whose result must be the same as here; "" for none
    alike: bool = False  # whether all machines must be the same, since jobs depend on the clock


@dataclass(frozen=True)
class Access:
    """The way to connect to a cluster."""

    # paths of the authority's certificate, our certificate and its key; None for no encryption
    tls: tuple[Path, Path, Path] | None = None
    dashboard: bool = False  # whether the scheduler of ``local:N`` serves its dashboard, to this machine only


class _Answer(Future[R]):
    """The future of a job, whose result arrives as plain data."""

    def __init__(self, job: Future[bytes], packages: tuple[str, ...]) -> None:
        super().__init__()
        self._job = job
        job.add_done_callback(partial(self._take, packages))

    def _take(self, packages: tuple[str, ...], job: Future[bytes]) -> None:
        if job.cancelled():
            super().cancel()
        if not self.set_running_or_notify_cancel():
            return
        try:
            self.set_result(cast("R", plain_results.answer(job.result(), packages)))
        except BaseException as error:
            self.set_exception(error)

    def cancel(self) -> bool:
        """Cancel the job at the scheduler; return False if it can no longer be cancelled."""
        return self._job.cancel() and super().cancel()


class DaskWorkers(Workers):
    """The workers of a scheduler that have shown matching credentials."""

    def __init__(self, client: Client, resource: str, packages: tuple[str, ...]) -> None:
        """Use a connection made by `connected`.

        Args:
            client: the connected client.
            resource: the resource of workers with valid credentials.
            packages: the packages whose classes results may refer to.
        """
        self._client = client
        self._packages = packages
        self._resource = resource
        needed = {_ONE_AT_A_TIME: 1, resource: 1}
        self._executor: Executor = client.get_executor(pure=False, resources=needed)  # type: ignore[no-untyped-call]
        self._count = 0
        self._counted = -_COUNT_AGE_S

    @property
    def count(self) -> int:
        """The number of workers that may get jobs, at most two seconds old.

        Raises:
            JobError: the connection to the scheduler is lost.
        """
        if time.monotonic() - self._counted > _COUNT_AGE_S:
            self._ensure_connected()
            workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
            self._count = sum(self._resource in worker["resources"] for worker in workers)
            self._counted = time.monotonic()
        return self._count

    @property
    def batch_s(self) -> float:
        """The batch duration for which the overhead of some milliseconds is negligible."""
        return _BATCH_S

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Call a function of a module on a worker.

        Raises:
            JobError: the connection to the scheduler is lost.
        """
        self._ensure_connected()
        return _Answer(self._executor.submit(plain_results.called, fn, *args, **kwargs), self._packages)

    def _ensure_connected(self) -> None:
        if self._client.status != "running":
            raise JobError(Message("detail.cluster.lost"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more jobs; with `cancel_futures`, the scheduler drops pending ones."""
        self._executor.shutdown(wait=wait and not cancel_futures)


@contextlib.contextmanager
def connected(
    address: str, demands: Demands, told: Callable[[str], None], access: Access
) -> Iterator[DaskWorkers]:
    """Connect to a cluster during the block, and use the workers that match.

    Args:
        address: ``tcp://HOST:PORT`` of a scheduler, or ``local:N`` for a cluster on this machine during the
            block.
        demands: the requirements for workers.
        told: called with a message about each rejected worker, and with the address of the dashboard.
        access: how to connect.

    Raises:
        JobError: Dask is not installed, the address or a certificate is unusable, the scheduler does not
            answer, no worker matches, or the machines differ although they must not.
    """
    with _client(address, access, told) as client:
        resource = f"xiangqi-{uuid.uuid4().hex}"
        own = credentials(demands.packages, demands.check)
        wanted = _introduced(client, address, demands, own, told)
        plugin = _plugin(resource, demands.packages, demands.check, wanted, demands.alike)
        client.register_plugin(plugin, name=resource)
        try:
            yield DaskWorkers(client, resource, demands.packages)
        finally:
            with contextlib.suppress(OSError, ValueError):  # the scheduler may be gone
                client.unregister_worker_plugin(resource)  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def _client(address: str, access: Access, told: Callable[[str], None]) -> Iterator[Client]:
    """Connect to a scheduler, which is started for ``local:N``.

    Raises:
        JobError: Dask is missing, the address is invalid, or the scheduler does not answer or start.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise JobError(Message("detail.cluster.not_installed")) from None
    if address.startswith(LOCAL):
        with _local_cluster(address, access, told) as cluster:
            yield cluster
        return
    security, address = _security(access), _with_scheme(address, access)
    try:
        resolve_address(address)  # a Client that fails to do this hangs later
        client = Client(  # type: ignore[no-untyped-call]
            address, timeout=_CONNECT_S, set_as_default=False, security=security, deserializers=_DATA_ONLY
        )
    except Exception as error:  # the type depends on how Dask interprets the address
        reason = str(error) or type(error).__name__
        raise JobError(Message("detail.cluster.silent", address=address, reason=reason)) from None
    try:
        yield client
    finally:
        with contextlib.suppress(OSError, RuntimeError):  # the scheduler may be gone
            client.close()  # type: ignore[no-untyped-call]


def _with_scheme(address: str, access: Access) -> str:
    """Return an address in Dask's syntax, with encryption if there are certificates."""
    return address.replace(PLAIN, _ENCRYPTED, 1) if access.tls and address.startswith(PLAIN) else address


def _security(access: Access) -> Security | None:
    """Return the certificates in Dask's form; None to use Dask's own settings.

    Raises:
        JobError: a file is missing.
    """
    from distributed.security import Security

    if access.tls is None:
        return None
    for path in access.tls:
        if not path.is_file():
            raise JobError(Message("detail.cluster.no_certificate", name=str(path)))
    authority, own, key = map(str, access.tls)
    return Security(  # type: ignore[no-untyped-call]
        require_encryption=True, tls_ca_file=authority, tls_client_cert=own, tls_client_key=key
    )


@contextlib.contextmanager
def _local_cluster(address: str, access: Access, told: Callable[[str], None]) -> Iterator[Client]:
    """Run a scheduler and workers on this machine for the block; only this command can connect to them.

    They listen on the loopback address only and require a certificate that is created for them and stored
    nowhere else.

    Raises:
        JobError: the number of workers is invalid, Python is too old, or the scheduler does not start.
    """
    import dask
    from distributed import Client

    count = address[len(LOCAL) :]
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:6]) <= _MOST_LOCAL):
        raise JobError(Message("detail.cluster.count", address=address, most=_MOST_LOCAL))
    if sys.version_info < (3, 11):
        raise JobError(Message("detail.cluster.old_python"))
    with contextlib.ExitStack() as stack:
        stack.enter_context(_trusting_installed_modules_only())
        stack.enter_context(dask.config.set(QUIET if access.dashboard else QUIET | _NO_PAGES))
        try:
            cluster = stack.enter_context(_started(int(count), access.dashboard))
        except (OSError, RuntimeError) as error:
            raise JobError(Message("detail.cluster.silent", address=address, reason=str(error))) from None
        if access.dashboard:
            told(Message("detail.cluster.dashboard", address=cluster.dashboard_link))
        yield stack.enter_context(Client(cluster, set_as_default=False, deserializers=_DATA_ONLY))


def _started(count: int, dashboard: bool) -> LocalCluster:
    """Return a new cluster of `count` workers.

    Raises:
        JobError: the package that creates certificates is missing.
        OSError, RuntimeError: the cluster cannot be started.
    """
    from distributed import LocalCluster
    from distributed.security import Security

    try:
        import cryptography  # noqa: F401 - Dask makes the certificates with it
    except ImportError:
        raise JobError(Message("detail.cluster.no_cryptography")) from None
    security = Security.temporary()  # type: ignore[no-untyped-call]
    address = f"{_LOOPBACK}:0"  # any port, since several may run at once
    page: dict[str, Any] = {"dashboard": dashboard, "dashboard_address": address}
    with _deaf_to_interrupts():
        return LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=count,
            threads_per_worker=1,
            host=_LOOPBACK,
            security=security,
            scheduler_kwargs=page,  # Dask starts its web server in any case
            memory_limit=None,
            silence_logs=logging.CRITICAL,  # a job's error is returned with its result
        )


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Make processes started in the block ignore Ctrl+C, which this process handles."""
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
    """Make processes import installed modules only, not those in the current folder.

    Dask starts them with ``-c``, including replacements for dead ones.
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
    """Ask all workers for their credentials, and return those required of all workers, including later ones.

    Raises:
        JobError: no worker matches, or the machines differ although they must not.
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
            fitting[worker] = Credentials(*map(str, answer))
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
    """Return why a worker with this answer gets no work, or None if it gets some."""
    if isinstance(answer, BaseException):  # an error of Dask
        return Message("detail.cluster.no_answer", reason=f"{type(answer).__name__}: {answer}")
    if not isinstance(answer, tuple | list) or len(answer) != len(fields(Credentials)):
        return Message("detail.cluster.no_answer", reason=str(answer))
    other = Credentials(*map(str, answer))
    if own.version != other.version:
        return Message("detail.cluster.version", here=own.version, there=other.version)
    if own.sources != other.sources:
        return Message("detail.cluster.sources", here=own.sources, there=other.sources)
    if own.check != other.check:
        return Message("detail.cluster.check", here=own.check, there=other.check)
    return None


def _introduction() -> Callable[[tuple[str, ...], str], tuple[str, ...] | str]:
    """Return a function that returns credentials or an error text; it is sent as code to any worker."""

    def introduce(packages: tuple[str, ...], check: str) -> tuple[str, ...] | str:
        from dataclasses import astuple

        try:
            from xiangqi.jobs.credentials import credentials

            return astuple(credentials(packages, check))
        except Exception as error:  # as text, since an error would be sent as a pickle
            return f"{type(error).__name__}: {error}"

    return introduce


def _plugin(
    resource: str, packages: tuple[str, ...], check: str, wanted: Credentials, alike: bool
) -> WorkerPlugin:
    """Return a plugin that gives the resource to every worker that matches; its class is sent as code."""
    from distributed import WorkerPlugin

    introduce, shared = _introduction(), _ONE_AT_A_TIME
    parts = (wanted.version, wanted.sources, wanted.check, *([wanted.machine] if alike else []))

    class Introduction(WorkerPlugin):
        """Asks a worker for its credentials when it is started."""

        async def setup(self, worker: Worker) -> None:
            """Give the worker the resource if its credentials match."""
            import asyncio

            try:
                own = await asyncio.get_running_loop().run_in_executor(None, introduce, packages, check)
            except Exception:  # a worker without this package, which serves other programs
                return
            if not isinstance(own, str) and own[: len(parts)] == parts:
                await worker.set_resources(**{shared: 1, resource: 1})

    return Introduction()
