"""Compressed operators of one hull of an array at one frequency.

The sources sigma on n panels satisfy K sigma = v. The hull's waves are seen outside a cylinder as
those of r sources w = P sigma on the panels J, and waves from outside are known on all panels, the
lid's as well, from their normal velocities at the panels I, v = Q v_I, and on the hull from their
potentials at I2. All three are panels of the hull, none of the lid: between two lids, both of them
at z = 0, Capytaine's Green function is poor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg

from raftup.base.arrays import ComplexArray
from raftup.bem.array.hull import ArrayHull, Cylinders, Receivers
from raftup.bem.green_function import influence, layers_at
from raftup.bem.mesh import FaceArray
from raftup.bem.potential import IncidentWave

_LEAST = 1e-12  # singular value of the largest that least squares count


@dataclass(frozen=True)
class HullOperators:
    """One hull's response to the waves of others and what it sends to them.

    Attributes:
        hull: the hull.
        sources: mesh of the panels J that send, capytaine.Mesh.
        receivers: points and normals of the panels I, then of I2.
        receiver_counts: number of panels in I and in I2.
        sent_by_motion: P K^-1 v [r, 6] for unit velocities of the dofs.
        sent_by_waves: T = P K^-1 Q [r, |I|] per normal velocity at I.
        by_motion: sources K^-1 v [n, 6] m/s for unit velocities of the dofs.
        by_waves: sources K^-1 Q [n, |I|] per normal velocity at I.
        pressed_by_motion: integral of phi n_i over the hull [6, 6] for unit velocities.
        pressed_by_waves: the same for the sources that unit normal velocities at I cause [6, |I|].
        pressed_directly: integral of phi n_i per potential at I2 [6, |I2|].
    """

    hull: ArrayHull
    sources: Any
    receivers: Receivers
    receiver_counts: tuple[int, int]
    sent_by_motion: ComplexArray
    sent_by_waves: ComplexArray
    by_motion: ComplexArray
    by_waves: ComplexArray
    pressed_by_motion: ComplexArray
    pressed_by_waves: ComplexArray
    pressed_directly: ComplexArray


@dataclass(frozen=True)
class _Compression:
    """What of a hull's panels the waves between hulls need.

    Attributes:
        sending: J [r].
        sent: P [r, n].
        meeting: I.
        met: normal velocities of waves from outside on all panels [n, waves].
        feeling: I2.
        felt: the same for potentials on the hull [hull panels, |I2|].
    """

    sending: FaceArray
    sent: ComplexArray
    meeting: FaceArray
    met: ComplexArray
    feeling: FaceArray
    felt: ComplexArray


def hull_operators(
    hull: ArrayHull,
    cylinders: Cylinders,
    plane_waves: IncidentWave | None,
    *,
    water_depth: float,
    wavenumber: float,
    tolerance: float,
) -> HullOperators:
    """Computes the operators of a hull.

    Args:
        hull: the hull.
        cylinders: cylinders between it and all others.
        plane_waves: waves of several directions, which belong to the fields from outside and, by
            reciprocity, to those that the hull sends; None at infinite frequency.
        water_depth: m, may be infinite.
        wavenumber: 1/m, may be infinite.
        tolerance: error of the fields on the cylinders, relative to the largest.

    Raises:
        ArithmeticError: if the equations of the hull are singular.
    """
    panels, on_hull = hull.panels, slice(0, hull.hull_count)
    few = _compression(hull, cylinders, plane_waves, (water_depth, wavenumber), tolerance)
    S, K = influence(panels, panels, water_depth, wavenumber)
    with np.errstate(all="raise", under="ignore"):
        factors = scipy.linalg.lu_factor(K, overwrite_a=True)
    by_motion = scipy.linalg.lu_solve(factors, hull.velocities.astype(complex))
    by_waves = _response_per_wave(few, scipy.linalg.lu_solve(factors, few.met))
    pressed = hull.velocities[on_hull].T * panels.faces_areas[on_hull]
    at_hull = pressed @ S[on_hull]
    both = np.concatenate([few.meeting, few.feeling])
    return HullOperators(
        hull=hull,
        sources=hull.panels_of(few.sending),
        receivers=Receivers(panels.faces_centers[both], panels.faces_normals[both]),
        receiver_counts=(len(few.meeting), len(few.feeling)),
        sent_by_motion=few.sent @ by_motion,
        sent_by_waves=few.sent @ by_waves,
        by_motion=by_motion,
        by_waves=by_waves,
        pressed_by_motion=at_hull @ by_motion,
        pressed_by_waves=at_hull @ by_waves,
        pressed_directly=pressed @ few.felt,
    )


def _compression(
    hull: ArrayHull,
    cylinders: Cylinders,
    plane_waves: IncidentWave | None,
    water: tuple[float, float],
    tolerance: float,
) -> _Compression:
    """Chooses the panels by the fields between them and the cylinders; `water`: depth, k."""
    panels, on_hull = hull.panels, slice(0, hull.hull_count)
    single, double = layers_at(cylinders.points, panels, *water)
    areas, centers, normals = panels.faces_areas, panels.faces_centers, panels.faces_normals
    sent, met, felt = [single], [double / areas], [(single / areas)[:, on_hull]]
    if plane_waves is not None:
        potential = plane_waves.potential(centers).T
        sent.append(potential * areas)
        met.append(plane_waves.normal_velocity(centers, normals).T)
        felt.append(potential[:, on_hull])
    sent_all, met_all = _alike(sent), _alike(met)
    sending, _ = column_basis(sent_all[:, on_hull], tolerance)
    meeting, _ = column_basis(met_all[:, on_hull], tolerance)
    feeling, Q = column_basis(_alike(felt), tolerance)
    P = np.linalg.lstsq(sent_all[:, sending], sent_all, rcond=_LEAST)[0]
    return _Compression(sending, np.asarray(P), meeting, met_all.T, feeling, Q.T)


def _response_per_wave(few: _Compression, responses: ComplexArray) -> ComplexArray:
    """The sources by which a hull answers waves, per normal velocity at the panels I: [n, |I|].

    Args:
        few: the panels, and the waves on all panels.
        responses: the sources K^-1 v of these waves, [n, waves].
    """
    fitted = np.linalg.lstsq(few.met[few.meeting].T, responses.T, rcond=_LEAST)[0]
    return np.asarray(fitted.T)


def _alike(parts: Sequence[ComplexArray]) -> ComplexArray:
    """Fields [points, n] scaled to the same largest column, in one."""
    return np.concatenate([part / np.linalg.norm(part, axis=0).max() for part in parts])


def column_basis(fields: ComplexArray, tolerance: float) -> tuple[FaceArray, ComplexArray]:
    """Columns J of a matrix M of which all others are combinations, M ~ M[:, J] P.

    Args:
        fields: M, [points, n].
        tolerance: size of what is left of a column, relative to the largest column.

    Returns:
        J [r], and P [r, n], which has the unit matrix at J.

    Source:
        Cheng, Gimbutas, Martinsson and Rokhlin (2005), interpolative decomposition by pivoted QR.
    """
    _, R, order = scipy.linalg.qr(fields, mode="economic", pivoting=True)
    left = np.abs(np.diagonal(R))
    rank = max(1, int((left > tolerance * left[0]).sum()))
    P = np.empty((rank, R.shape[1]), dtype=complex)
    P[:, order[:rank]] = np.eye(rank)
    P[:, order[rank:]] = scipy.linalg.solve_triangular(R[:rank, :rank], R[:rank, rank:])
    return np.asarray(order[:rank], dtype=np.int64), P
