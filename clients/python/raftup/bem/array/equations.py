"""The equations of an array of hulls at one frequency, in the waves that the hulls send."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import scipy.linalg

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.array.hull import Receivers
from raftup.bem.array.operators import HullOperators
from raftup.bem.green_function import influence
from raftup.bem.mesh import placed_points

_SAME_PLACE = 1e-7  # m, rad: relative positions that differ by less are one
_ROWS = 20_000  # receivers at once


@dataclass(frozen=True)
class Placement:
    """Where the hulls of an array are.

    Attributes:
        kind: [N] index of the hull of each body.
        positions: [N, 2] m of the origins of the hulls' meshes.
        headings: [N] rad.
    """

    kind: tuple[int, ...] = ()
    positions: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    headings: FloatArray = field(default_factory=lambda: np.zeros(0))

    def seen_from(self, body: int, other: int) -> tuple[float, float, float]:
        """Position [m] and heading [rad] of another body in the frame of a body's mesh."""
        offset = np.array([*(self.positions[other] - self.positions[body]), 0.0])
        x, y, _ = placed_points(offset, np.zeros(3), -self.headings[body])
        turned = float(self.headings[other] - self.headings[body])
        return float(x), float(y), turned

    def pairs(self) -> dict[tuple[int, ...], list[tuple[int, int]]]:
        """Pairs (source, receiving body) by their hulls and relative pose, the same for many."""
        found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for source, other in itertools.permutations(range(len(self.kind)), 2):
            pose = np.round(np.array(self.seen_from(source, other)) / _SAME_PLACE)
            key = (self.kind[source], self.kind[other], *pose.astype(np.int64).tolist())
            found.setdefault(key, []).append((source, other))
        return found


class ArrayEquations:
    """w_a + T_a sum_b K_ab w_b = sent waves of a's own motion, for the N r sources w of all hulls.

    K_ab are normal velocities at the panels I of hull a per source on the panels J of hull b. The
    waves of hulls with the same relative position are computed once.

    Attributes:
        operators: operators of every body, in its own axes.
    """

    def __init__(
        self,
        kinds: Sequence[HullOperators],
        placement: Placement,
        *,
        water_depth: float,
        wavenumber: float,
    ) -> None:
        self.operators = [kinds[kind] for kind in placement.kind]
        self._placement = placement
        self._water = (water_depth, wavenumber)
        self._sent = _slices([len(one.sent_by_motion) for one in self.operators])
        self._met = _slices([one.receiver_counts[0] for one in self.operators])
        self._felt = _slices([one.receiver_counts[1] for one in self.operators])
        sources = self._sent[-1].stop
        self._velocities = np.zeros((self._met[-1].stop, sources), dtype=complex)
        self._potentials = np.zeros((self._felt[-1].stop, sources), dtype=complex)
        self._fill(kinds)
        system = np.eye(sources, dtype=complex)
        for one, sent, met in zip(self.operators, self._sent, self._met, strict=True):
            system[sent] += one.sent_by_waves @ self._velocities[met]
        with np.errstate(all="raise", under="ignore"):
            self._factors = scipy.linalg.lu_factor(system, overwrite_a=True)

    def radiated(self) -> ArrayWaves:
        """The waves of unit velocities of all 6N dofs, each body's in its own axes."""
        right = scipy.linalg.block_diag(*(one.sent_by_motion for one in self.operators))
        sent = scipy.linalg.lu_solve(self._factors, right)
        met, felt = self._velocities @ sent, self._potentials @ sent
        return ArrayWaves([met[part] for part in self._met], [felt[part] for part in self._felt])

    def _fill(self, kinds: Sequence[HullOperators]) -> None:
        """Computes the waves between all pairs of bodies, those of equal relative poses once."""
        pairs = self._placement.pairs()
        for index, kind in enumerate(kinds):
            own = [members for key, members in pairs.items() if key[0] == index]
            count = max(1, _ROWS // max(len(one.receivers.faces_centers) for one in kinds))
            for first in range(0, len(own), count):
                self._fill_from(kind, own[first : first + count])

    def _fill_from(self, kind: HullOperators, groups: list[list[tuple[int, int]]]) -> None:
        """Computes the waves of one kind of hull at groups of pairs (source, receiving body)."""
        points, normals = [], []
        for (source, other), *_ in groups:
            x, y, turned = self._placement.seen_from(source, other)
            at = self.operators[other].receivers
            points.append(placed_points(at.faces_centers, np.array([x, y, 0.0]), turned))
            normals.append(placed_points(at.faces_normals, np.zeros(3), turned))
        receivers = Receivers(np.concatenate(points), np.concatenate(normals))
        S, K = influence(receivers, kind.sources, *self._water, own=False)
        first = 0
        for members in groups:
            met, felt = self.operators[members[0][1]].receiver_counts
            velocities, potentials = K[first : first + met], S[first + met : first + met + felt]
            first += met + felt
            for source, other in members:
                self._velocities[self._met[other], self._sent[source]] = velocities
                self._potentials[self._felt[other], self._sent[source]] = potentials


@dataclass(frozen=True)
class ArrayWaves:
    """The waves that every body meets from the others, by right-hand sides.

    Attributes:
        velocities: normal velocities [|I|, columns] at the panels I of each body.
        potentials: potentials [|I2|, columns] at its panels I2.
    """

    velocities: list[ComplexArray]
    potentials: list[ComplexArray]


def _slices(counts: Sequence[int]) -> list[slice]:
    ends = np.cumsum([0, *counts]).tolist()
    return [slice(first, last) for first, last in itertools.pairwise(ends)]
