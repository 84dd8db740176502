"""Simulation: the same rules by chance, beside the exact figures and beyond them.

`request.simulate` plays whatever is asked for. Underneath, each kind of simulation is a *trial* (what is played), a
*kernel* (the generated code that plays it) and a *result*; `run` is the one loop that plays any trial.
"""

from croupier.simulation.request import simulate

__all__ = ["simulate"]
