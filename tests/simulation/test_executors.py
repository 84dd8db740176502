"""The seam: the same totals on threads and processes, in parts that can be sent, on terms that are checked."""

import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import dedent
from threading import Barrier, Event, Thread
from typing import Any

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact.counter import written
from croupier.exact.parts import Sum, parts_of
from croupier.exact.parts import run as counted_on
from croupier.exact.solve import model_of
from croupier.exact.space import Space
from croupier.games import GAMES
from croupier.kernel.effort import effort
from croupier.kernel.kernel import Compiled, Kernel
from croupier.kernel.work import AHEAD, Elastic, across, processes, threads
from croupier.rulebook.model import Model
from croupier.simulation.job import Chunk, played
from croupier.simulation.rounds.kernel import rounds_kernel
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.run import Crew
from croupier.simulation.trial import Progress
from examples.games import red_dog as red_dog_file
from examples.let_it_ride import LET_IT_RIDE
from tests.exact.invented import ORACLE
from tests.example_games import red_dog

ROUNDS, CHUNK = 50_000, 7_000
FIVE_RANKS = tuple(int(card >> 2 in (0, 1, 2, 10, 11)) for card in DECK)


def called(model: str | Model) -> str:
    return model if isinstance(model, str) else model.id


EVERY_MODEL = pytest.mark.parametrize("model", [*GAMES, LET_IT_RIDE, red_dog(1), ORACLE], ids=called)


@pytest.fixture(scope="module")
def two_processes() -> Iterator[Executor]:
    with processes(2) as executor:
        yield executor


def space_of(model: str | Model) -> Space:
    """All deals of a model from twenty cards of five ranks."""
    return Space(model_of(model), FIVE_RANKS, lumped=True)


# ── The same on processes ────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_MODEL
def test_kernels_come_out_of_a_pickle_as_they_went_in(model: str | Model) -> None:
    space = space_of(model)
    for kernel in (written(space), rounds_kernel(space.model, FIVE_RANKS)):
        again: Kernel = pickle.loads(pickle.dumps(kernel))  # noqa: S301  # as it travels
        assert again == kernel
        assert again.terms == kernel.terms


@pytest.mark.slow
@pytest.mark.parametrize("model", ["three-card-poker", red_dog(1)], ids=called)
def test_chunks_sent_to_processes_come_to_what_one_thread_does(model: str | Model, two_processes: Executor) -> None:
    trial = experiment(model, seed="seam")

    def on(executor: Executor, chunk: int) -> Progress:
        return list(Crew(executor, played, chunk=chunk, workers=2).play(trial, ROUNDS))[-1]

    with threads(1) as one:
        alone = on(one, ROUNDS)
    assert sum(alone.tally) == ROUNDS
    assert on(two_processes, CHUNK) == alone


@pytest.mark.parametrize("model", ["three-card-poker", red_dog(1)], ids=called)
def test_counts_made_in_processes_are_those_of_one_thread(model: str | Model, two_processes: Executor) -> None:
    space = space_of(model)
    counter = written(space)
    alone = counted_on(space, counter, 1)
    told: list[float] = []
    with effort(progress=told.append):
        sent = counted_on(space, counter, 2, executor=two_processes)
    for one, other in zip(alone, sent, strict=True):
        assert np.array_equal(one, other)
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) > 1


def test_a_rule_that_gives_no_code_is_refused_by_name_wherever_it_is_applied(two_processes: Executor) -> None:
    dog = red_dog(1)
    space = space_of(replace(dog, decisions=(replace(dog.decisions[0], codes=3),)))
    with pytest.raises(Refused, match="red-dog: spread gives a code that is not among"):
        counted_on(space, written(space), executor=two_processes)


def test_a_refusal_is_the_same_sentence_after_a_journey() -> None:
    refused = Refused("this is wrong", clause="CM-1", field="seat 3")
    assert str(pickle.loads(pickle.dumps(refused))) == str(refused) == "seat 3: this is wrong (CM-1)."  # noqa: S301  # as it travels


# ── In order, bounded, and let go ────────────────────────────────────────────────────────────────────────────────────


class Given(Elastic):
    """Remembers what it was given; as many of these as it is told are ready at once, and the others never."""

    def __init__(self, workers: int, ready: int) -> None:
        self.size, self.ready = workers, ready
        self.futures: list[Future[Any]] = []

    @property
    def workers(self) -> int:
        return self.size

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if len(self.futures) < self.ready:
            future.set_result(fn(*args, **kwargs))
        self.futures.append(future)
        return future


def test_results_come_in_the_order_of_the_tasks_whoever_is_ready_first() -> None:
    later = Event()

    def slow_at_first(task: int) -> int:
        if task == 0:
            assert later.wait(timeout=900)
        elif task == 2:
            later.set()
        return task

    with threads(2) as executor:
        assert list(across(executor, slow_at_first, range(50), workers=2)) == list(range(50))


def test_as_many_chunks_are_handed_out_as_the_workers_there_are_ask_for() -> None:
    given = Given(workers=3, ready=100)
    results = across(given, abs, range(100))
    next(results)
    assert len(given.futures) == 3 * AHEAD
    given.size = 5
    next(results)
    assert len(given.futures) == 5 * AHEAD + 1
    given.size = 1
    assert len(list(results)) == 98


def test_whoever_stops_listening_stops_the_work() -> None:
    given = Given(workers=2, ready=1)
    listening = across(given, abs, range(1000))
    next(listening)
    assert not any(future.cancelled() for future in given.futures)
    listening.close()
    assert len(given.futures) == 2 * AHEAD
    assert all(future.cancelled() for future in given.futures[1:])


def test_parts_are_added_up_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Sum.add.__globals__, "ENTRIES_WAITING", 8)
    random, total, plain = Random("parts"), Sum(), Counter[int]()
    lying = 0
    for _ in range(200):
        part = {random.randrange(60): random.randrange(1, 9) for _ in range(random.randrange(6))}
        new = np.array(sorted(part.items()), dtype=np.int64).reshape(-1, 2)
        total.add(new[:, 0], new[:, 1])
        plain.update(part)
        lying = max(lying, sum(len(keys) for keys, _ in total.parts))
    keys, counts = total.merged
    assert dict(zip(keys.tolist(), counts.tolist(), strict=True)) == plain
    assert keys.tolist() == sorted(plain)
    assert lying <= 2 * len(plain) + 8


def test_a_long_count_is_cut_finer(monkeypatch: pytest.MonkeyPatch) -> None:
    space = space_of("three-card-poker")
    counter = written(space)
    heads = np.concatenate(list(space.heads()))
    whole = len(list(parts_of(space, counter)))
    monkeypatch.setitem(parts_of.__globals__, "PART_LEAVES_MIN", 1)
    monkeypatch.setitem(parts_of.__globals__, "PARTS", 4 * whole)
    finer = list(parts_of(space, counter))
    assert len(finer) > whole
    assert np.array_equal(np.concatenate([part.heads for part in finer]), heads)
    monkeypatch.setitem(parts_of.__globals__, "PARTS", space.leaves)
    assert len(list(parts_of(space, counter))) == len(heads)


def test_many_threads_compile_a_kernel_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[Path] = []
    load = Kernel.load

    def counting(self: Kernel, path: Path) -> Compiled:
        loads.append(path)
        return load(self, path)

    monkeypatch.setattr(Kernel, "load", counting)
    monkeypatch.setattr("croupier.kernel.kernel._loaded", {})
    kernel, together = written(space_of("baccarat")), Barrier(4)

    def use() -> None:
        together.wait()
        assert callable(kernel.compiled)

    users = [Thread(target=use) for _ in range(4)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert len(loads) == 1


# ── On terms ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def arrived(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """A kernel as it arrives, where none like it has been before."""
    kernel: Kernel = pickle.loads(pickle.dumps(written(space_of(red_dog(1)))))  # noqa: S301  # as it travels
    monkeypatch.setattr("croupier.kernel.kernel._arrived", {})
    return kernel


def test_a_kernel_is_run_where_the_terms_are_met(arrived: Kernel) -> None:
    assert arrived.compiled is arrived.compiled
    assert {name for name, _ in arrived.terms.modules} == {"examples.games.red_dog"}


@pytest.mark.parametrize(
    ("term", "other", "told"),
    [
        ("python", "3.9", r"this machine has Python 3\.\d+, but the work comes from Python 3\.9\."),
        ("numba", "0.1", "has Numba .*, but the work comes from Numba 0.1"),
        ("numpy", "0.1", "has NumPy .*, but the work comes from NumPy 0.1"),
        ("croupier", "0+0", r"has Croupier .*, but the work comes from Croupier 0\+0"),
        ("modules", (("examples.games.red_dog", "0"),), "has a different examples.games.red_dog from the machine"),
        ("rules", "0", "has rules that were changed"),
    ],
)
def test_a_kernel_is_refused_where_anything_is_unlike(arrived: Kernel, term: str, other: Any, told: str) -> None:
    arrived.__dict__["terms"] = arrived.terms._replace(**{term: other})
    with pytest.raises(Refused, match=told):
        _ = arrived.compiled


def test_rules_that_changed_in_a_running_program_are_found_though_their_file_has_not(
    arrived: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(red_dog_file, "CONSECUTIVE", 1)
    with pytest.raises(Refused, match="rules that were changed"):
        _ = arrived.compiled


GAME = """
    from fractions import Fraction

    from croupier.rule import rule
    from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager

    {constant}


    @rule
    def high(card: int) -> int:
        return 1 if card >= LEAST else 0


    LINES = (Line(1, "win", "", Fraction(1)), Line(0, "lose", "", Fraction(-1)))
    MODEL = Model("high", 1, (Drawn("one", Draw.SET, 1),), (Wager("bet", "Bet", Rule(high, ("one",)), LINES),))
    """
SEND = """
    import pickle, sys
    from croupier.simulation.rounds.trial import experiment
    from croupier.simulation.job import Chunk
    from high import MODEL
    sys.stdout.buffer.write(pickle.dumps(Chunk(experiment(MODEL).job, 0, 5200)))
    """
WORK = """
    import pickle, sys
    from croupier.errors import Refused
    from croupier.simulation.job import played
    try:
        print(played(pickle.load(sys.stdin.buffer)).tolist())
    except Refused as refused:
        print(refused)
    """


def program(text: str, given: bytes, folder: Path) -> bytes:
    """What a program says that is run in a folder."""
    command = [sys.executable, "-c", dedent(text)]
    return subprocess.run(command, input=given, capture_output=True, cwd=folder, check=True).stdout


def test_a_game_of_ones_own_is_played_elsewhere_only_by_the_same_file(tmp_path: Path) -> None:
    here, there, same = (tmp_path / name for name in ("here", "there", "same"))
    for folder, constant in ((here, "LEAST = 26"), (there, "LEAST = 27"), (same, "LEAST = 26")):
        folder.mkdir()
        (folder / "high.py").write_text(dedent(GAME).replace("{constant}", constant), encoding="utf-8")
    sent = program(SEND, b"", here)
    lost, won = eval(program(WORK, sent, same))  # noqa: S307  # two numbers
    assert lost + won == 5200
    assert program(WORK, sent, there) == b"this machine has a different high from the machine that sent the work.\n"


def test_what_travels_is_source_and_names() -> None:
    chunk = Chunk(experiment("three-card-poker").job, 0, 1)
    part = next(parts_of(space_of("three-card-poker"), written(space_of("three-card-poker"))))
    for sent in (pickle.dumps(chunk), pickle.dumps(part)):
        assert b"croupier.games.three_card_poker" in sent
        assert len(sent) < 1 << 18
