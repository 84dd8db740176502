"""The generated simulation of bankrolls: path after path, each added to a histogram at every mark."""

from typing import Final

from croupier.exact.space import Composition
from croupier.kernel.kernel import Kernel
from croupier.rulebook.model import Model
from croupier.simulation.random_words import TEMPLATE, drawing
from croupier.simulation.rounds.kernel import RoundSource
from croupier.simulation.sights import namings
from croupier.simulation.strategy_lookup import look_up

BINS: Final = 2_048
"""Steps of a histogram."""
FACTS: Final = 4
"""What else is added up at a mark: paths ruined, ahead, level, and the sum of results."""
SIGNATURE: Final = (
    "int64(int64, int64, int64, uint8[::1], int64[::1], uint8[::1], int64[::1], int64[::1], int64[::1], int64[::1], "
    "int64[::1], int64[::1])"
)


def paths_kernel(model: Model, composition: Composition) -> Kernel:
    """A kernel whose units are paths; the rounds of path n are numbered from n times their number on."""
    source = RoundSource(model)
    source.namings = namings(model, composition)
    source.start = "level * size"
    source.emit("def play(key, first, last, shoe, sights, plans, pays, limits, marks, lowest, width, tally):")
    source.depth = 1
    source.emit("bad, rounds, least, top = 0, limits[0], limits[1], limits.size - 2", "size = plans.size // (top + 1)")
    source.emit("for path in range(first, last):")
    source.depth = 2
    source.emit("total, mark = 0, 0", "for number in range(rounds):")
    source.depth = 3
    source.emit("if total < least:", "    break", "level = top")
    source.emit("while total < limits[1 + level]:", "    level -= 1")
    source.emit(*drawing(source.bounds(sum(composition)), "path * rounds + number"))
    source.deal(composition)
    source.play()
    source.emit("total += pays[joint]", "if number + 1 == marks[mark]:")
    source.emit("    look(tally, mark, total, total < least, lowest, width)", "    mark += 1")
    source.depth = 2
    source.emit("while mark < marks.size:", "    look(tally, mark, total, True, lowest, width)", "    mark += 1")
    source.depth = 1
    source.emit("return bad")
    text = TEMPLATE + LOOK + look_up(source.layout) + source.text
    return Kernel("play", SIGNATURE, text, tuple(source.rules.items()))


LOOK: Final = f"""
@inline
def look(tally, mark, total, ruined, lowest, width):
    cell = mark * {BINS + FACTS}
    tally[cell + min(max((total - lowest[mark]) // width[mark], 0), {BINS - 1})] += 1
    tally[cell + {BINS}] += ruined
    tally[cell + {BINS + 1}] += total > 0
    tally[cell + {BINS + 2}] += total == 0
    tally[cell + {BINS + 3}] += total


"""
