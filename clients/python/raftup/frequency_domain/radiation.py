"""Added mass and radiation damping over frequency, as a simulation or as a file has them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import Coefficients, FloatArray
from raftup.errors import ModelError, Violation
from raftup.frequency_domain.dispersion import (
    cosine_weights,
    dispersion_weights,
    lagrange_weights,
    linear_rows,
)

_TAIL_END = 10.0  # omega_end: beyond it a tail adds nothing to the kernel
_TAIL_POINTS = 128  # geometric
_REFINEMENT = 8  # points per filed interval
_REFINEMENT_NODES = 6  # of the polynomials that give them
_UNRELIABLE_BAND = 0.1  # rad/s below omega_end, where a tapered kernel rings
_TAPER_FRACTION = 0.2  # of a filed kernel's duration
_QUIET_DOF = 1e-6  # of the body's largest B_ii of the same kind


class Radiation(Protocol):
    """A(omega) and B(omega) of some bodies: row = influenced dof, column = radiating dof."""

    @property
    def infinite(self) -> FloatArray:
        """A at infinite frequency [6N, 6N]."""

    def added_mass(self, omega: FloatArray) -> FloatArray:
        """A [n, 6N, 6N] kg, kg m, kg m2 at omega [n] rad/s > 0."""

    def damping(self, omega: FloatArray) -> FloatArray:
        """B [n, 6N, 6N] N s/m, N s, N m s at omega [n] rad/s > 0."""


@dataclass(frozen=True)
class FiledRadiation:
    """The file's own A and B, linear in frequency and constant beyond its ends.

    Attributes:
        omega: [m] rad/s.
        filed_added_mass: [m, 6N, 6N]; empty = none.
        filed_damping: [m, 6N, 6N]; empty = none.
        infinite: A at infinite frequency [6N, 6N], used where the file has no A(omega); where the
            file has none, A at its last frequency.
    """

    omega: FloatArray
    filed_added_mass: FloatArray
    filed_damping: FloatArray
    infinite: FloatArray

    def added_mass(self, omega: FloatArray) -> FloatArray:
        """See Radiation."""
        if not len(self.filed_added_mass):
            return np.repeat(self.infinite[None], len(omega), axis=0)
        return linear_rows(self.omega, self.filed_added_mass, omega)

    def damping(self, omega: FloatArray) -> FloatArray:
        """See Radiation."""
        if not len(self.filed_damping):
            return np.zeros((len(omega), *self.infinite.shape))
        return linear_rows(self.omega, self.filed_damping, omega)


@dataclass(frozen=True)
class MemoryRadiation:
    """What the radiation memory of a simulation is made of (hydro/radiation).

    B linear between the points of a grid, zero at its ends, and the A that belongs to it,
    A(omega) = A_inf + (2/pi) PV integral B(y) / (y^2 - omega^2) dy.

    Attributes:
        omega: grid from 0 [m] rad/s.
        samples: B on it [m, 6N, 6N].
        infinite: A_inf [6N, 6N].

    Source:
        Cummins (1962); Ogilvie (1964).
    """

    omega: FloatArray
    samples: FloatArray
    infinite: FloatArray

    def added_mass(self, omega: FloatArray) -> FloatArray:
        """See Radiation."""
        return self.infinite + self._dispersion(omega)

    def damping(self, omega: FloatArray) -> FloatArray:
        """See Radiation; 0 beyond the grid."""
        inside = (omega <= self.omega[-1])[:, None, None]
        return np.where(inside, linear_rows(self.omega, self.samples, omega), 0.0)

    def _dispersion(self, omega: FloatArray) -> FloatArray:
        weights = (2.0 / np.pi) * dispersion_weights(self.omega, omega)
        flat = weights @ self.samples.reshape(len(self.omega), -1)
        return flat.reshape(len(omega), *self.infinite.shape)

    def with_infinite(self, added_mass: FloatArray, filed_omega: FloatArray) -> MemoryRadiation:
        """The same B with A_inf the mean over omega of A - A_KK.

        Args:
            added_mass: A [k, 6N, 6N] of the file.
            filed_omega: [k] rad/s.
        """
        mean = np.mean(added_mass - self._dispersion(filed_omega), axis=0)
        return replace(self, infinite=mean)


def radiation_of(
    table: Coefficients, dofs: FloatArray, group: model_pb2.HydrodynamicGroup, data: str
) -> Radiation:
    """A and B of a group.

    Args:
        table: the database's.
        dofs: [6N] of the group's bodies in the database, its columns.
        group: its radiation and added_mass options count.
        data: "memory" = what the group's radiation memory is made of; "file" = as it stands.

    Raises:
        ModelError: where the database has too little.
    """
    coupled = group.body_interaction if group.HasField("body_interaction") else True
    size = len(dofs)
    bodies = np.arange(size) // 6
    kept = (bodies[:, None] == bodies[None, :]) | coupled
    A, B = (_selected(values, dofs, kept) for values in (table.added_mass, table.radiation_damping))
    A_inf = _selected(table.added_mass_infinite, dofs, kept)
    last = A[-1] if len(A) else np.zeros((size, size))
    filed = FiledRadiation(table.omega, A, B, A_inf if A_inf.size else last)
    if data == "file":
        return filed
    kernel = _selected(table.retardation_kernel, dofs, kept)
    omega, B = _filed_damping(table, B, kernel, _repaired(group))
    if group.radiation.memory == model_pb2.RADIATION_MEMORY_NONE or not len(B):
        return _without_memory(group, filed, A_inf)
    memory = _closed(omega, B)
    if _repaired(group):
        memory = _repair(memory, len(omega))
    return _with_infinite(memory, len(omega), group, filed, A_inf)


def _repaired(group: model_pb2.HydrodynamicGroup) -> bool:
    return group.radiation.data != model_pb2.RADIATION_DATA_AS_FILED


def _selected(values: FloatArray | None, dofs: FloatArray, kept: FloatArray) -> FloatArray:
    """The group's part of a matrix or of a series of them; empty stays empty."""
    if values is None or not values.size:
        return np.empty((0, len(dofs), len(dofs)))
    part = values[..., dofs[:, None], dofs[None, :]]
    selected: FloatArray = np.where(kept, part, 0.0)
    return selected


def _filed_damping(
    table: Coefficients, B: FloatArray, kernel: FloatArray, repaired: bool
) -> tuple[FloatArray, FloatArray]:
    """Frequencies and B of the file; from its kernel where it has no B."""
    if len(B) or not len(kernel):
        return table.omega, B
    omega, tau = table.omega, table.kernel_time
    if repaired:
        omega = omega[omega <= omega[-1] - _UNRELIABLE_BAND]
        start = (1.0 - _TAPER_FRACTION) * tau[-1]
        fall = np.clip((tau - start) / (tau[-1] - start), 0.0, 1.0)
        kernel = 0.5 * (1.0 + np.cos(np.pi * fall))[:, None, None] * kernel
    flat = cosine_weights(tau, omega) @ kernel.reshape(len(tau), -1)
    return omega, flat.reshape(len(omega), *kernel.shape[1:])


def _without_memory(
    group: model_pb2.HydrodynamicGroup, filed: FiledRadiation, infinite: FloatArray
) -> FiledRadiation:
    none = np.empty((0, *filed.infinite.shape))
    if group.added_mass.HasField("frequency"):
        A = filed.added_mass(np.array([group.added_mass.frequency]))[0]
    else:
        A = _infinite(group, filed, infinite)
    return FiledRadiation(filed.omega, none, none, 0.5 * (A + A.T))


def _infinite(
    group: model_pb2.HydrodynamicGroup, filed: FiledRadiation, infinite: FloatArray
) -> FloatArray:
    """A_inf of the file, else by Ogilvie's mean over its frequencies."""
    if infinite.size:
        return infinite
    if not len(filed.filed_added_mass):
        rule = "the database must have added_mass or added_mass_infinite, it has neither"
        raise ModelError([Violation(f"hydrodynamics.{group.name}.database", rule)])
    if not len(filed.filed_damping):
        last: FloatArray = filed.filed_added_mass[-1]
        return last
    closed = _closed(filed.omega, filed.filed_damping)
    return closed.with_infinite(filed.filed_added_mass, filed.omega).infinite


def _with_infinite(
    memory: MemoryRadiation,
    count: int,
    group: model_pb2.HydrodynamicGroup,
    filed: FiledRadiation,
    infinite: FloatArray,
) -> MemoryRadiation:
    """The memory, of the file's first `count` frequencies, with the A of the mass matrix."""
    if group.added_mass.HasField("frequency"):
        A = filed.added_mass(np.array([group.added_mass.frequency]))[0]
    elif _repaired(group) and len(filed.filed_added_mass):
        A = memory.with_infinite(filed.filed_added_mass[:count], filed.omega[:count]).infinite
    else:
        A = _infinite(group, filed, infinite)
    # the matrix takes the symmetric part, as filed too
    return replace(memory, infinite=0.5 * (A + A.T))


def _closed(omega: FloatArray, B: FloatArray) -> MemoryRadiation:
    """B as filed, carried to zero at 0 and one spacing beyond its end."""
    zero = np.zeros((1, *B.shape[1:]))
    end = 2.0 * omega[-1] - omega[-2]
    return MemoryRadiation(
        np.concatenate([[0.0], omega, [end]]), np.concatenate([zero, B, zero]), zero[0]
    )


def _repair(memory: MemoryRadiation, filed_count: int) -> MemoryRadiation:
    """Symmetric, positive semi-definite, with a tail as omega^-3, and eight times finer."""
    scale = _dof_scale(memory.samples)
    memory = replace(memory, samples=_clipped(memory.samples, scale))
    memory = _with_tail(memory, filed_count)
    return _refined(memory, filed_count)


def _dof_scale(B: FloatArray) -> FloatArray:
    """The root of each dof's peak of B_ii [6N]; 0 for what radiates nothing but noise."""
    peak = np.max(np.diagonal(B, axis1=1, axis2=2), axis=0).clip(0.0)
    largest = np.repeat(peak.reshape(-1, 3).max(axis=1), 3)
    return np.where(peak > _QUIET_DOF * largest, np.sqrt(peak), 0.0)


def _clipped(B: FloatArray, scale: FloatArray) -> FloatArray:
    """The nearest matrices that are symmetric and take energy, in dofs of one size."""
    inverse = np.divide(1.0, scale, out=np.zeros_like(scale), where=scale > 0.0)
    scaled = inverse[:, None] * 0.5 * (B + np.swapaxes(B, 1, 2)) * inverse
    values, vectors = np.linalg.eigh(scaled)
    clipped = (vectors * values.clip(0.0)[:, None, :]) @ np.swapaxes(vectors, 1, 2)
    repaired: FloatArray = scale[:, None] * clipped * scale
    return repaired


def _with_tail(memory: MemoryRadiation, filed_count: int) -> MemoryRadiation:
    """B continued as omega^-3 to ten times the last frequency, and zero there."""
    n = filed_count + 1
    ratio = _TAIL_END ** (np.arange(1, _TAIL_POINTS + 1) / _TAIL_POINTS)
    fall = np.where(np.arange(_TAIL_POINTS) < _TAIL_POINTS - 1, ratio**-3, 0.0)
    end = memory.omega[filed_count]
    tail = fall[:, None, None] * memory.samples[n - 1]
    return replace(
        memory,
        omega=np.concatenate([memory.omega[:n], ratio * end]),
        samples=np.concatenate([memory.samples[:n], tail]),
    )


def _refined(memory: MemoryRadiation, filed_count: int) -> MemoryRadiation:
    """Polynomials through the nearest samples, B being even in omega, onto a finer grid."""
    mirrored = min(_REFINEMENT_NODES // 2 - 1, filed_count)
    omega, B = memory.omega[: filed_count + 1], memory.samples[: filed_count + 1]
    nodes = np.concatenate([-omega[mirrored:0:-1], omega])
    flat = np.concatenate([B[mirrored:0:-1], B]).reshape(len(nodes), -1)
    count = min(_REFINEMENT_NODES, len(nodes))
    grid, weights = np.empty(_REFINEMENT * filed_count), []
    for row in range(len(grid)):
        k, m = divmod(row, _REFINEMENT)
        first = int(np.clip(k + mirrored + 1 - count // 2, 0, len(nodes) - count))
        grid[row] = omega[k] + m / _REFINEMENT * (omega[k + 1] - omega[k])
        line = np.zeros(len(nodes))
        line[first : first + count] = lagrange_weights(nodes[first : first + count], grid[row])
        weights.append(line)
    fine = (np.array(weights) @ flat).reshape(len(grid), *B.shape[1:])
    return replace(
        memory,
        omega=np.concatenate([grid, memory.omega[filed_count:]]),
        samples=np.concatenate([fine, memory.samples[filed_count:]]),
    )
