"""Influence coefficients of panels: Capytaine's Green function, its infinite-frequency limit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.library import capytaine

_IMAGES = 12  # pairs above and below; what is left out is below 1e-6 of the first
_RATES = 16  # exponentials: the finite-depth function to 2e-4 of its largest value, kh from .02 up
_ROWS = 512  # points at once
_REACH = 30.0  # in k h: beyond it the function has decayed


@lru_cache(maxsize=1)
def green_function() -> Any:
    """Capytaine's tabulated Green function; its table is computed once and stored on disk.

    In finite depth the exponentials are those of bottom_exponentials(). Capytaine's own depend on
    random numbers, so that results would differ between processes, and have errors of 1e-2.
    """
    function = capytaine().Delhommeau()
    function.find_best_exponential_decomposition = bottom_exponentials
    return function


def bottom_exponentials(depth_number: float) -> FloatArray:
    """Rates and amplitudes of the exponentials that represent the bottom in the Green function.

    With c = kh tanh(kh) and the residue s = (1 + tanh kh)^2 / (1 - tanh^2 kh + tanh(kh) / kh),
    f(x) = (x + c) exp(x) / (x sinh(x) - c cosh(x)) - s / (x - kh) - 2 is approximated on [0, 30] by
    sum of a_i exp(-r_i x). The logarithms of the rates are evenly spaced; the amplitudes follow
    from least squares.

    Args:
        depth_number: kh, > 0.

    Returns:
        [2, 16]: -r_i and a_i.

    Source:
        Delhommeau (1987); Newman (1985) on approximations of the finite-depth function.
    """
    kh = float(depth_number)
    t = np.tanh(kh)
    c, residue = kh * t, (1.0 + t) ** 2 / (1.0 - t * t + t / kh)
    near = np.geomspace(0.01 * min(kh, 1.0), _REACH, 400)
    x = np.union1d(np.linspace(0.0, _REACH, 601), near)
    x = x[np.abs(x - kh) > 1e-3 * kh]  # there the pole and its removal cancel, and digits with them
    decay = np.exp(-2.0 * x)
    f = 2.0 * (x + c) / (x * (1.0 - decay) - c * (1.0 + decay)) - residue / (x - kh) - 2.0
    rates = np.geomspace(0.05, 8.0 * max(1.0, 1.0 / kh), _RATES)
    amplitudes = np.linalg.lstsq(np.exp(-np.outer(x, rates)), f, rcond=1e-10)[0]
    return np.stack([-rates, amplitudes])


def potential_at(
    points: FloatArray, mesh: Any, sources: ComplexArray, *, water_depth: float, wavenumber: float
) -> ComplexArray:
    """Potentials of sources at points, [n, columns].

    Args:
        points: [n, 3] m; may be middles of panel sides, but not panel corners.
        mesh: capytaine.Mesh.
        sources: sources on its panels, [panels, columns].
        water_depth: m, may be infinite.
        wavenumber: 1/m.
    """
    result = np.empty((len(points), sources.shape[1]), dtype=complex)
    for first in range(0, len(points), _ROWS):
        rows = slice(first, first + _ROWS)
        S, _ = green_function().evaluate(
            points[rows],
            mesh,
            free_surface=0.0,
            water_depth=water_depth,
            wavenumber=wavenumber,
            diagonal_term_in_double_layer=False,
        )
        result[rows] = S @ sources
    return result


def potential_and_velocity_at(
    points: FloatArray, mesh: Any, sources: ComplexArray, *, water_depth: float, wavenumber: float
) -> tuple[ComplexArray, ComplexArray]:
    """Potentials of sources at points [n, columns], and their gradients [3, n, columns].

    Args:
        points: [n, 3] m, on no side of a panel.
        mesh: capytaine.Mesh.
        sources: sources on its panels, [panels, columns].
        water_depth: m, may be infinite.
        wavenumber: 1/m.
    """
    potential = np.empty((len(points), sources.shape[1]), dtype=complex)
    velocity = np.empty((3, *potential.shape), dtype=complex)
    for first in range(0, len(points), _ROWS):
        rows = slice(first, first + _ROWS)
        S, K = green_function().evaluate(
            points[rows],
            mesh,
            free_surface=0.0,
            water_depth=water_depth,
            wavenumber=wavenumber,
            early_dot_product=False,
            diagonal_term_in_double_layer=False,
        )
        potential[rows] = S @ sources
        velocity[:, rows] = K @ sources
    return potential, velocity


def influence(
    receivers: Any, mesh: Any, water_depth: float, wavenumber: float, *, own: bool = True
) -> tuple[ComplexArray, ComplexArray]:
    """Single layer S and its normal derivative K, each [receivers, panels].

    Args:
        receivers: capytaine.Mesh, or points and normals as `faces_centers` and `faces_normals`.
        mesh: capytaine.Mesh with the sources.
        water_depth: m, may be infinite.
        wavenumber: 1/m, may be infinite: S and K are then real.
        own: whether the receivers are the panels of the mesh, so that K has their own half.
    """
    return _layers(receivers, mesh, water_depth, wavenumber, own=own, adjoint=True)


def layers_at(
    points: FloatArray, mesh: Any, water_depth: float, wavenumber: float
) -> tuple[ComplexArray, ComplexArray]:
    """Single and double layer of panels at points away from them, each [points, panels].

    Since the Green function is symmetric, these are also the potential and the normal velocity,
    integrated over each panel, of sources at the points.

    Args:
        points: [n, 3] m.
        mesh: capytaine.Mesh.
        water_depth: m, may be infinite.
        wavenumber: 1/m, may be infinite.
    """
    return _layers(points, mesh, water_depth, wavenumber, own=False, adjoint=False)


def _layers(
    receivers: Any, mesh: Any, water_depth: float, wavenumber: float, *, own: bool, adjoint: bool
) -> tuple[ComplexArray, ComplexArray]:
    """S, and K along the normals of the receivers (adjoint) or of the panels."""
    if np.isinf(wavenumber):
        S, K = _layers_at_infinity(receivers, mesh, water_depth, own=own, adjoint=adjoint)
        return S.astype(complex), K.astype(complex)
    S, K = green_function().evaluate(
        receivers,
        mesh,
        free_surface=0.0,
        water_depth=water_depth,
        wavenumber=wavenumber,
        adjoint_double_layer=adjoint,
        diagonal_term_in_double_layer=own,
    )
    return S, K


def _layers_at_infinity(
    receivers: Any, mesh: Any, water_depth: float, *, own: bool, adjoint: bool
) -> tuple[FloatArray, FloatArray]:
    """The layers at infinite frequency, with phi = 0 at z = 0.

    In finite depth the sources have images at 2nh + zeta with the sign (-1)^n and at 2nh - zeta
    with the sign -(-1)^n. The alternating sum is ended with half of its last term.
    """
    function = green_function()
    S, K = function.evaluate(
        receivers,
        mesh,
        wavenumber=np.inf,
        adjoint_double_layer=adjoint,
        diagonal_term_in_double_layer=own,
    )
    S, K = np.real(S).copy(), np.real(K).copy()
    if np.isinf(water_depth):
        return S, K
    mirrored = _mirrored(mesh)
    for number in range(1, _IMAGES + 1):
        sign = (-1) ** number * (0.5 if number == _IMAGES else 1.0)
        for shift in (2.0 * number * water_depth, -2.0 * number * water_depth):
            for image, weight in ((mesh, sign), (mirrored, -sign)):
                source = image.translated_z(shift)
                of_image = function.evaluate_rankine_only(
                    receivers,
                    source,
                    adjoint_double_layer=adjoint,
                    diagonal_term_in_double_layer=False,
                )
                S += weight * of_image[0]
                K += weight * of_image[1]
    return S, K


def _mirrored(mesh: Any) -> Any:
    """The mirror image of the mesh at z = 0."""
    vertices = mesh.vertices * np.array([1.0, 1.0, -1.0])
    return capytaine().Mesh(vertices, mesh.faces[:, ::-1], auto_check=False)
