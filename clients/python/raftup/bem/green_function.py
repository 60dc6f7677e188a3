"""Influence of panels on panels: Capytaine's Green function, its limit at infinite frequency."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from raftup.bem.library import capytaine
from raftup.coefficients import FloatArray

_IMAGES = 12  # pairs above and below; what is left out is below 1e-6 of the first


@lru_cache(maxsize=1)
def green_function() -> Any:
    """Capytaine's tabulated Green function; the table is made once and kept on the disk."""
    return capytaine().Delhommeau()


def influence_at_infinity(mesh: Any, water_depth: float) -> tuple[FloatArray, FloatArray]:
    """Single layer S and its normal derivative K at infinite frequency, phi = 0 at z = 0.

    In finite depth the sources have images at 2nh + zeta with sign (-1)^n and at 2nh - zeta with
    sign -(-1)^n; the alternating sum ends with half its last term.

    Args:
        mesh: capytaine.Mesh.
        water_depth: h [m], may be infinite.

    Returns:
        S and K, each [panels, panels].
    """
    function = green_function()
    S, K = function.evaluate(mesh, mesh, wavenumber=np.inf)
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
                    mesh, source, diagonal_term_in_double_layer=False
                )
                S += weight * of_image[0]
                K += weight * of_image[1]
    return S, K


def _mirrored(mesh: Any) -> Any:
    """The mesh on the other side of z = 0."""
    vertices = mesh.vertices * np.array([1.0, 1.0, -1.0])
    return capytaine().Mesh(vertices, mesh.faces[:, ::-1], auto_check=False)
