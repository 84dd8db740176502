"""What limits a GPU's rounds: the time of each stage of a round, the registers it takes, and how it lies on the device.

    python -m benchmarks.gpu.limits

A stage is timed by playing rounds that stop after it; what is known by then is added up, so that nothing is left out.
"""

from itertools import pairwise
from time import perf_counter

from benchmarks.gpu.launch import timed  # first: it makes what follows importable

from numba import cuda  # isort: skip

from croupier.kernel.gpu import DeviceKernel
from croupier.simulation.random_words import TEMPLATE, drawing
from croupier.simulation.rounds.gpu import DeviceSource, device_rounds, on_device
from croupier.simulation.rounds.trial import Experiment, experiment
from croupier.simulation.strategy_lookup import look_up

ROUNDS = 1 << 33
STAGES = ("words", "cards", "features", "sights", "plans", "outcomes")
SHAPES = ((64, 512), (8, 256), (4, 512), (16, 256), (64, 256), (256, 256), (32, 1024))
"""Blocks for each processor, and threads in each."""


def until(trial: Experiment, stage: str) -> DeviceKernel:
    """A kernel whose rounds stop after a stage."""
    source = DeviceSource(trial.model)
    composition = trial.solver.counts.composition
    bounds = source.bounds(sum(composition))
    source.emit(
        "def play(key, first, last, shoe, sights, plans, tally, faults):",
        "    bad = total = 0",
        "    for index in range(first + cuda.grid(1), last, cuda.gridsize(1)):",
    )
    source.depth = 2
    source.emit(*drawing(bounds, "index"), *(f"d{number} = cut(d{number})" for number in range(len(bounds))))
    known = [f"d{number}" for number in range(len(bounds))]
    reached = STAGES.index(stage)
    if reached >= 1:
        source.deal(composition)
        known = names(source)
    if stage == "outcomes":
        source.play()
        known = ["joint"]
    elif reached >= 2:
        source.features(set())
        known = names(source)
    if stage in ("sights", "plans"):
        source.emit("seen = 0")
        for decision in source.model.decisions:
            source.emit(f"seen = seen * {decision.codes} + {source.call(decision.sees)}")
        known.append("seen")
    if stage == "plans" and source.model.decisions:
        source.emit("plan = cut(plan_at(seen, sights, plans, 0))")
        known.append("plan")
    source.emit(f"total += {' + '.join(known)}")
    source.depth = 1
    source.emit("if bad or total == key:", "    faults[0] = 1")
    text = TEMPLATE + look_up(source.layout) + source.text
    return DeviceKernel("play", text, tuple(source.rules.items()), trial.model)


def names(source: DeviceSource) -> list[str]:
    """All that is known at some point of a round."""
    return [name for names in source.known.values() for name in names]


def seconds(kernel: DeviceKernel, trial: Experiment, shape: tuple[int, int]) -> float:
    """The time of many rounds in one shape."""
    job = trial.job
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * shape[0]
    tally, faults = cuda.device_array(job.cells, "int64"), cuda.device_array(1, "int64")
    arrays = [on_device(packed) for packed in job.arrays]

    def work(last: int) -> None:
        kernel.compiled[blocks, shape[1]](job.key, 0, last, *arrays, tally, faults)
        cuda.synchronize()

    work(1000)
    return timed(lambda: work(ROUNDS), 3)


def main() -> None:
    """Print each game's stages and shapes."""
    for game in ("three-card-poker", "casino-monte", "baccarat"):
        trial = experiment(game, seed=1)
        times = [(stage, seconds(until(trial, stage), trial, SHAPES[0])) for stage in STAGES]
        whole = device_rounds(trial.model, trial.solver.counts.composition, trial.job.cells)
        times.append(("sums", seconds(whole, trial, SHAPES[0])))
        print(f"{game}: {ROUNDS / times[-1][1] / 1e9:.1f} billion rounds/s, registers {registers(whole)}")
        for (_, before), (stage, after) in pairwise([("", 0.0), *times]):
            share = after / times[-1][1]
            print(f"    {stage:18} {(after - before) / ROUNDS * 1e12:7.2f} ps a round, {share:5.0%} by here")
        rates = ", ".join(f"{b}×{t} {ROUNDS / seconds(whole, trial, (b, t)) / 1e9:.1f}" for b, t in SHAPES)
        print(f"    blocks a processor × threads, billion rounds/s: {rates}", flush=True)


def registers(kernel: DeviceKernel) -> object:
    """How many registers a thread takes."""
    found = kernel.compiled.get_regs_per_thread()
    return next(iter(found.values())) if isinstance(found, dict) else found


if __name__ == "__main__":
    started = perf_counter()
    main()
    print(f"{perf_counter() - started:.0f} s")
