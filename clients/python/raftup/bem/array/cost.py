"""What the solution of an array takes, known before it begins, and the refusal of too much."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from raftup.base.errors import SpecificationError, Violation
from raftup.base.system import machine_memory
from raftup.bem.array.solution import ArrayModel, operators_at
from raftup.frequency_domain.waves import wavenumber

_PER_PAIR = 1.1e-6  # s: Green function from one source to one panel of another hull
_PER_ENTRY = 2.0e-7  # s of an entry of the system, and of its place in products
_PER_PRODUCT = 2.5e-10  # s of the elimination, per unknown cubed
# All three were fitted to 9, 50 and 100 hulls, 50 of them with 50 headings too, at .8 and 2.2 rad/s
# on a shared core; the sums of these seven miss by up to a half.
_COPIES = 3.6  # of A, B and X at all frequencies, at once while the file is written: measured
_MATRICES = 4  # of the system at once in a process
_MEMORY_SHARE = 0.8  # of the machine's
_WAY_OUT = "fewer bodies, frequencies or wave directions"


@dataclass(frozen=True)
class ArrayCost:
    """What the solution of an array takes.

    Attributes:
        frequencies: number of finite frequencies.
        bodies: number of bodies.
        panels: largest number of panels of a hull, its lid included.
        unknowns: number of unknowns of the system at the highest frequency.
        time: processor time of a frequency [s].
        memory: memory of all processes together [bytes].
    """

    frequencies: int
    bodies: int
    panels: int
    unknowns: int
    time: float
    memory: float

    @property
    def hours(self) -> float:
        """Processor time of all frequencies and the infinite one [h]."""
        return (self.frequencies + 1) * self.time / 3600.0

    def __str__(self) -> str:
        """A text such as `258 frequencies of 50 bodies with 476 panels, about 1.6 s each`."""
        return (
            f"{self.frequencies} frequencies of {self.bodies} bodies with {self.panels} panels, "
            f"about {self.time:.2g} s each"
        )


def array_cost(model: ArrayModel, omega: float, frequencies: int, processes: int) -> ArrayCost:
    """Estimates what an array takes; solves each different hull alone at one frequency for it.

    Args:
        model: the problem.
        omega: rad/s, the highest frequency, at which the system is largest.
        frequencies: number of finite frequencies.
        processes: number of processes that solve.
    """
    start = time.process_time()
    k = float(wavenumber(np.array([omega]), model.water_depth, model.gravity)[0])
    operators = operators_at(model, omega, k)
    hulls = time.process_time() - start
    sent = [len(one.sent_by_motion) for one in operators]
    unknowns = sum(sent[kind] for kind in model.placement.kind)
    waves = sum(sent[key[0]] * sent[key[1]] for key in model.placement.pairs())
    others = _PER_PAIR * waves + _PER_ENTRY * unknowns**2 + _PER_PRODUCT * unknowns**3
    dofs, directions = model.dof_count, len(model.wave_directions)
    results = 8.0 * frequencies * (2 * dofs**2 + 4 * dofs * directions)
    panels = max(hull.mesh.panel_count for hull in model.kinds)
    solving = processes * _MATRICES * 16.0 * max(unknowns, panels) ** 2
    return ArrayCost(
        frequencies=frequencies,
        bodies=len(model.placement.kind),
        panels=panels,
        unknowns=unknowns,
        time=hulls + others,
        memory=_COPIES * results + solving,
    )


def refuse_costly(cost: ArrayCost, most_hours: float, memory: float | None = None) -> None:
    """Refuses an array that takes too much time or memory, before it is solved.

    Args:
        cost: what it takes.
        most_hours: `array.max_hours`, processor time [h].
        memory: memory of the machine [bytes]; None = that of this machine.

    Raises:
        SpecificationError: with the estimates and what reduces them.
    """
    there = memory or machine_memory()
    broken = []
    if cost.hours > most_hours:
        rule = (
            f"must take at most {most_hours:g} h of processor time, would take about "
            f"{60.0 * cost.hours:.0f} minutes: {cost}; ask for {_WAY_OUT}, larger panels or more "
            "hours"
        )
        broken.append(Violation("array.max_hours", rule))
    if cost.memory > _MEMORY_SHARE * there:
        rule = (
            f"must take at most {1e-6 * _MEMORY_SHARE * there:.0f} MB, {_MEMORY_SHARE:.0%} of this "
            f"machine's memory, would take about {1e-6 * cost.memory:.0f} MB: {cost}; ask for "
            f"{_WAY_OUT}, or use fewer --jobs"
        )
        broken.append(Violation("array", rule))
    if broken:
        raise SpecificationError(broken)
