"""Integrals of functions given by values on a grid, linear in between."""

from __future__ import annotations

import numpy as np

from raftup.coefficients import FloatArray


def dispersion_weights(grid: FloatArray, omega: FloatArray) -> FloatArray:
    """Weights w with w @ f(grid) = PV integral of f(y) / (y^2 - omega^2) dy over the grid.

    Exact where f is linear between the points and 0 at the last; the slopes of its hats stand
    against ln|y - omega|.

    Args:
        grid: [m] rad/s, from 0, strictly ascending.
        omega: [n] rad/s, > 0.

    Returns:
        [n, m] s/rad.
    """
    weights = _cauchy_weights(grid, omega) - _cauchy_weights(grid, -omega)
    scaled: FloatArray = weights / (2.0 * omega[:, None])
    return scaled


def _cauchy_weights(grid: FloatArray, y: FloatArray) -> FloatArray:
    """Of the PV integral of f(x) / (x - y) dx, [n, m]."""
    x = grid[None, :] - y[:, None]
    logarithm = np.log(np.abs(np.where(x == 0.0, 1.0, x)))
    mean_log = np.diff(x * logarithm - x, axis=1) / np.diff(grid)
    weights = np.zeros_like(x)
    weights[:, :-1] += mean_log
    weights[:, 1:] -= mean_log
    weights[:, 0] -= np.where(x[:, 0] == 0.0, 0.0, logarithm[:, 0])
    return weights


def cosine_weights(grid: FloatArray, omega: FloatArray) -> FloatArray:
    """Weights w with w @ f(grid) = integral of f(y) cos(omega y) dy over the grid [n, m].

    Args:
        grid: [m] strictly ascending.
        omega: [n].

    Source:
        Filon (1928), for lines instead of parabolas.
    """
    half = 0.5 * np.diff(grid)[None, :]
    middle = 0.5 * (grid[1:] + grid[:-1])[None, :] * omega[:, None]
    x = half * omega[:, None]
    small = np.abs(x) < 1e-2
    safe = np.where(small, 1.0, x)
    odd_moment = np.where(
        small, x / 3.0 - x**3 / 30.0, (np.sin(safe) - safe * np.cos(safe)) / safe**2
    )
    even = np.cos(middle) * np.sinc(x / np.pi)
    odd = np.sin(middle) * odd_moment
    weights = np.zeros((len(omega), len(grid)))
    weights[:, :-1] += half * (even + odd)
    weights[:, 1:] += half * (even - odd)
    return weights


def linear_rows(grid: FloatArray, values: FloatArray, at: FloatArray) -> FloatArray:
    """Values [m, ...] on a grid [m] at other points [n], linear; those of the ends beyond them."""
    upper = np.clip(np.searchsorted(grid, at, side="right"), 1, len(grid) - 1)
    lower = upper - 1
    weight = np.clip((at - grid[lower]) / (grid[upper] - grid[lower]), 0.0, 1.0)
    weight = weight.reshape(-1, *[1] * (values.ndim - 1))
    rows: FloatArray = (1.0 - weight) * values[lower] + weight * values[upper]
    return rows


def lagrange_weights(nodes: FloatArray, x: float) -> FloatArray:
    """Weights w with w @ f(nodes) = p(x), p the polynomial through all nodes, [n]."""
    weights = np.empty(len(nodes))
    for index, node in enumerate(nodes):
        others = np.delete(nodes, index)
        weights[index] = np.prod((x - others) / (node - others))
    return weights
