"""Compressed operators of one hull of an array at one frequency.

The sources sigma on n panels satisfy K sigma = v. The hull's waves are seen outside a cylinder as
those of r sources w = P sigma on the panels J, and waves from outside are known on all panels from
their normal velocities at the panels I, v = Q v_I, and their potentials at I2.
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
        met: Q [hull panels, |I|].
        feeling: I2.
        felt: the same for potentials [hull panels, |I2|].
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
    spread = np.zeros((panels.nb_faces, len(few.meeting)), dtype=complex)
    spread[on_hull] = few.met  # lids do not see the other hulls' waves
    with np.errstate(all="raise", under="ignore"):
        factors = scipy.linalg.lu_factor(K, overwrite_a=True)
    by_motion = scipy.linalg.lu_solve(factors, hull.velocities.astype(complex))
    by_waves = scipy.linalg.lu_solve(factors, spread)
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
    areas = panels.faces_areas[on_hull]
    sent, felt, met = [single], [single[:, on_hull] / areas], [double[:, on_hull] / areas]
    if plane_waves is not None:
        centers, normals = panels.faces_centers, panels.faces_normals
        sent.append(plane_waves.potential(centers).T * panels.faces_areas)
        felt.append(plane_waves.potential(centers[on_hull]).T)
        met.append(plane_waves.normal_velocity(centers[on_hull], normals[on_hull]).T)
    sending, P = column_basis(sent, tolerance)
    meeting, Q = column_basis(met, tolerance)
    feeling, Q_felt = column_basis(felt, tolerance)
    return _Compression(sending, P, meeting, Q.T, feeling, Q_felt.T)


def column_basis(
    fields: Sequence[ComplexArray], tolerance: float
) -> tuple[FaceArray, ComplexArray]:
    """Columns J of a matrix M of which all others are combinations, M ~ M[:, J] P.

    Args:
        fields: parts of M, [points, n] each, which are scaled to the same largest column.
        tolerance: size of what is left of a column, relative to the largest column.

    Returns:
        J [r], and P [r, n], which has the unit matrix at J.

    Source:
        Cheng, Gimbutas, Martinsson and Rokhlin (2005), interpolative decomposition by pivoted QR.
    """
    scaled = [part / np.linalg.norm(part, axis=0).max() for part in fields]
    _, R, order = scipy.linalg.qr(np.concatenate(scaled), mode="economic", pivoting=True)
    left = np.abs(np.diagonal(R))
    rank = max(1, int((left > tolerance * left[0]).sum()))
    P = np.empty((rank, R.shape[1]), dtype=complex)
    P[:, order[:rank]] = np.eye(rank)
    P[:, order[rank:]] = scipy.linalg.solve_triangular(R[:rank, :rank], R[:rank, rank:])
    return np.asarray(order[:rank], dtype=np.int64), P
