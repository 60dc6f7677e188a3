"""Error of interpolation in the middle of a cell, compared with a direct solution there.

The interpolation (blend) is that of the simulation: A, B and X in the axes of each body, with the
phase of X at the body, by multilinear weights, which are equal in the middle of a cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.family.symmetry import phase_at_bodies
from raftup.bem.potential import FrequencyResult, PanelModel

_QUIET = 1e-6  # of the largest peak of its kind: yaw of a round hull is noise


@dataclass(frozen=True)
class OwnCoefficients:
    """Coefficients in the axes of each body, with wave phases at the position of the body.

    Attributes:
        added_mass: [n, 6N, 6N], infinite frequency last.
        radiation_damping: [n - 1, 6N, 6N].
        excitation_force: [n - 1, m, 6N].
    """

    added_mass: FloatArray
    radiation_damping: FloatArray
    excitation_force: ComplexArray


def own_coefficients(
    results: Sequence[FrequencyResult], model: PanelModel, headings: FloatArray
) -> OwnCoefficients:
    """Converts the coefficients of a relative position to the axes of each body.

    Args:
        results: results at finite frequencies, then at infinite frequency.
        model: problem, whose axes the results have.
        headings: [N] headings of the bodies [rad].
    """
    turn = np.zeros((6 * len(headings), 6 * len(headings)))
    for k, heading in enumerate(headings):
        c, s = np.cos(heading), np.sin(heading)
        for first in (6 * k, 6 * k + 3):
            turn[first : first + 3, first : first + 3] = [[c, s, 0], [-s, c, 0], [0, 0, 1]]
    finite = results[:-1]
    force = [
        (one.froude_krylov_force + one.diffraction_force) * phase_at_bodies(model, one.omega)
        for one in finite
    ]
    return OwnCoefficients(
        added_mass=np.array([turn @ one.added_mass @ turn.T for one in results]),
        radiation_damping=np.array([turn @ one.radiation_damping @ turn.T for one in finite]),
        excitation_force=np.array(force) @ turn.T,
    )


def blended(corners: Sequence[OwnCoefficients]) -> OwnCoefficients:
    """Mean of the coefficients at a cell's corners, which is the interpolation in its middle."""
    return OwnCoefficients(
        added_mass=np.mean([one.added_mass for one in corners], axis=0),
        radiation_damping=np.mean([one.radiation_damping for one in corners], axis=0),
        excitation_force=np.mean([one.excitation_force for one in corners], axis=0),
    )


@dataclass(frozen=True)
class Peaks:
    """Largest magnitudes of each dof over all frequencies, directions and nodes, [6N] each.

    Attributes:
        added_mass: largest |A_ii|.
        radiation_damping: largest |B_ii|.
        excitation_force: largest |X_i|.
    """

    added_mass: FloatArray
    radiation_damping: FloatArray
    excitation_force: FloatArray


def peaks(nodes: Sequence[OwnCoefficients]) -> Peaks:
    """Peaks of all nodes; very small peaks are raised, so that noise does not count as an error."""

    def loud(values: list[FloatArray]) -> FloatArray:
        largest: FloatArray = np.max(values, axis=0)
        floored: FloatArray = np.maximum(largest, _QUIET * _largest_alike(largest))
        return floored

    return Peaks(
        loud([_diagonal_peak(node.added_mass) for node in nodes]),
        loud([_diagonal_peak(node.radiation_damping) for node in nodes]),
        loud([np.abs(node.excitation_force).max(axis=(0, 1)) for node in nodes]),
    )


def _diagonal_peak(matrices: FloatArray) -> FloatArray:
    largest: FloatArray = np.abs(np.diagonal(matrices, axis1=1, axis2=2)).max(axis=0)
    return largest


@dataclass(frozen=True)
class BlendError:
    """Differences of an interpolation from a direct solution, by influenced dof.

    All arrays are [6N] and relative to the peaks P of the dofs.

    Attributes:
        added_mass: largest |dA_ij| / sqrt(P_i P_j) over frequencies and j.
        radiation_damping: largest |dB_ij| / sqrt(P_i P_j) over frequencies and j.
        excitation_force: largest |dX_i| / P_i over frequencies and directions.
    """

    added_mass: FloatArray
    radiation_damping: FloatArray
    excitation_force: FloatArray

    @property
    def largest(self) -> float:
        """The largest of all errors."""
        parts = (self.added_mass, self.radiation_damping, self.excitation_force)
        return float(max(part.max() for part in parts))


def blend_error(blend: OwnCoefficients, direct: OwnCoefficients, relative_to: Peaks) -> BlendError:
    """Differences of an interpolation from a direct solution at the same position."""

    def of_matrix(difference: FloatArray, peak: FloatArray) -> FloatArray:
        relative = np.abs(difference) / np.sqrt(peak[:, None] * peak)
        largest: FloatArray = relative.max(axis=(0, 2))
        return largest

    force = np.abs(blend.excitation_force - direct.excitation_force).max(axis=(0, 1))
    return BlendError(
        of_matrix(blend.added_mass - direct.added_mass, relative_to.added_mass),
        of_matrix(
            blend.radiation_damping - direct.radiation_damping, relative_to.radiation_damping
        ),
        force / relative_to.excitation_force,
    )


def _largest_alike(values: FloatArray) -> FloatArray:
    """For each of 6N dofs the largest value among all translations or all rotations: [6N]."""
    kinds = values.reshape(-1, 2, 3).max(axis=(0, 2))
    return np.tile(np.repeat(kinds, 3), len(values) // 6)
