"""A Dask cluster as an executor: chunks go to any free worker, and again to another if a worker is lost.

A chunk is sent as bytes that only the worker unpacks, so the scheduler needs no rules. Workers are checked for the same
versions before the start, and every kernel checks again on arrival, in case a worker with other rules joins later.
"""

import asyncio
import logging
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from croupier.errors import Refused, quoted
from croupier.kernel.effort import EFFORT
from croupier.kernel.terms import of_this_program, unlike
from croupier.kernel.work import Elastic

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Remote

P = ParamSpec("P")
T = TypeVar("T")
Resources = Mapping[str, float]

CONNECT_SECONDS: Final = 5
WAIT_SECONDS: Final = 60
COUNT_SECONDS: Final = 5
"""How old the known number of workers may be, in seconds."""


@contextmanager
def cluster_executor(
    address: str, *, wait: float = WAIT_SECONDS, resources: Resources | None = None
) -> Iterator[tuple[Elastic, int]]:
    """An executor over a Dask scheduler, and how many chunks its workers take at once.

    Workers are waited for, at most so many seconds. Resources say which of them are meant, such as those that were
    started with `--resources GPU=1`.
    """
    try:
        import distributed  # noqa: F401, PLC0415  # an extra, and slow to import
    except ModuleNotFoundError as missing:
        raise Refused(
            f"a cluster needs {missing.name}; in a checkout install it with: pip install '.[cluster]'"
        ) from None
    with quiet(), connected(address) as client:
        members = Members(client, resources or {})
        if not members.threads():
            EFFORT.get().notice(f"waiting for workers at {address}")
            members.wait(wait, address)
        members.agree()
        executor = ClusterExecutor(client, members, address)
        try:
            yield executor, executor.workers
        finally:
            executor.shutdown(cancel_futures=True)


@contextmanager
def connected(address: str) -> "Iterator[Client]":
    from distributed import Client  # noqa: PLC0415  # an extra, and slow to import

    try:
        with ThreadPoolExecutor(1) as apart:  # its own event loop, apart from a notebook's
            apart.submit(asyncio.run, greeted(address)).result()
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False, direct_to_workers=False)
    except Exception as error:  # noqa: BLE001  # something else than a scheduler may answer anything
        raise Refused(f"no Dask scheduler answers at {quoted(address)}: {first_line(error)}") from None
    try:
        yield client
    finally:
        client.close(timeout=CONNECT_SECONDS)


async def greeted(address: str) -> None:
    """Ask who answers; a client would wait for ever for something that listens but never replies."""
    from distributed import rpc  # noqa: PLC0415  # an extra, and slow to import

    async with asyncio.timeout(CONNECT_SECONDS), rpc(address) as one:
        kind = (await one.identity())["type"]
    if kind != "Scheduler":
        raise ValueError(f"this is a {kind}")


@contextmanager
def quiet() -> Iterator[None]:
    """Silence Dask's log; the important part becomes one sentence."""
    logs = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [log.level for log in logs]
    try:
        for log in logs:
            log.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


def first_line(error: BaseException) -> str:
    """The first line of an error."""
    if isinstance(error, TimeoutError) and not str(error):
        return f"no answer in {CONNECT_SECONDS} seconds"
    if isinstance(error, MemoryError):  # a foreign answer, mistaken for a length
        return "what answers there is none"
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".: ")


class Members:
    """The wanted workers, as the scheduler knows them now."""

    def __init__(self, client: "Client", resources: Resources) -> None:
        self.client = client
        self.resources = resources

    def addresses(self) -> dict[str, int]:
        """Each worker's address and its threads."""
        known: dict[str, dict[str, Any]] = self.client.scheduler_info(n_workers=-1)["workers"]
        return {
            address: worker["nthreads"]
            for address, worker in known.items()
            if all(worker["resources"].get(name, 0) >= amount for name, amount in self.resources.items())
        }

    def threads(self) -> int:
        return sum(self.addresses().values())

    def wait(self, seconds: float, address: str) -> None:
        """Wait for the first of them."""
        last = monotonic() + seconds
        while not self.threads():
            if monotonic() > last:
                what = f" with {', '.join(self.resources)}" if self.resources else ""
                raise Refused(f"no worker{what} joined {address} within {seconds:g} seconds")
            sleep(0.1)

    def agree(self) -> None:
        """Refuse workers whose versions or sources differ from this machine's."""
        asked = list(self.addresses())
        answers = self.client.run(unlike, of_this_program(), workers=asked, on_error="return")
        for worker, answer in answers.items():
            if isinstance(answer, OSError):
                continue  # it has just left
            if isinstance(answer, Exception):
                raise Refused(f"the worker {worker} does not run this version of Croupier: {first_line(answer)}")
            if answer:
                raise Refused(f"the worker {worker} has {answer}")


def worked(data: bytes) -> object:
    """Unpack a function and its arguments on a worker and call it."""
    function, arguments, named = pickle.loads(data)  # noqa: S301  # whoever reaches a worker can run code on it anyway
    return function(*arguments, **named)


class ClusterExecutor(Elastic):
    """Sends chunks to a scheduler, which gives the chunks of a lost worker to another."""

    def __init__(self, client: "Client", members: Members, address: str) -> None:
        self.client = client
        self.members = members
        self.address = address
        self.counted_at = 0.0
        self.counted = 1
        self.remote: dict[Future[Any], Remote[Any]] = {}

    @property
    def workers(self) -> int:
        """The threads of all workers; at least 1, for workers that may come back."""
        if monotonic() > self.counted_at + COUNT_SECONDS:
            self.counted = max(1, self.members.threads())
            self.counted_at = monotonic()
        return self.counted

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send work that is unpacked by a worker, not by the scheduler."""
        from distributed.protocol import pickle as either  # noqa: PLC0415  # by name if possible, otherwise by value

        data = either.dumps((fn, args, kwargs))
        answer: Future[T] = Future()
        remote = self.client.submit(worked, data, pure=False, resources=dict(self.members.resources) or None)
        self.remote[answer] = remote
        answer.add_done_callback(self.forget)
        remote.add_done_callback(partial(self.answered, answer))
        return answer

    def forget(self, answer: Future[Any]) -> None:
        """Release what is answered or no longer wanted, so that the scheduler forgets it."""
        if remote := self.remote.pop(answer, None):
            remote.release()

    def answered(self, answer: Future[Any], remote: "Remote[Any]") -> None:
        """Pass an answer on, unless it was cancelled."""
        if not answer.set_running_or_notify_cancel():
            return
        try:
            answer.set_result(remote.result())
        except BaseException as error:  # noqa: BLE001  # the waiting caller gets it
            answer.set_exception(self.told(error))

    def told(self, error: BaseException) -> BaseException:
        match type(error).__name__:
            case "KilledWorker":
                return Refused("a chunk was lost with several workers in turn; check why they stopped")
            case "CancelledError" | "FutureCancelledError":
                return Refused(f"the scheduler at {self.address} is gone or has dropped the work")
            case "ModuleNotFoundError":
                return Refused(f"a worker cannot import the rules: {first_line(error)}")
            case "RuntimeError" if "deserialization of the task graph" in str(error):
                return Refused(f"the scheduler at {self.address} has no Croupier; start it where Croupier is installed")
        return error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  # the base's signature
        """Cancel all unanswered work."""
        if cancel_futures:
            for answer in list(self.remote):
                answer.cancel()
