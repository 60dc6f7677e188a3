"""Figures of a report: all pairs of dofs, the strongest in detail, excitation of each body."""

from __future__ import annotations

from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.database import directions_text, some_directions
from raftup.plots.figure import COLOURS, STYLE, add_legend
from raftup.plots.html import encoded
from raftup.remote.coefficients import DOFS, Coefficients

_MOST_BODIES_AS_LINES = 3  # in a matrix of small plots; beyond, colours say how strong a pair is
_MOST_COUPLINGS = 6  # drawn large
_MOST_BODIES_LARGE = 2  # whose own terms are drawn large
_MOST_EXCITED = 4  # bodies
_MOST_POINTS = 150  # of a small curve
_DIED_OUT = 0.02  # of the largest value
_QUIET = 1e-4  # of the largest damping of the same kind: rounding noise


@dataclass(frozen=True)
class Picture:
    """One figure of a page.

    Attributes:
        title: title above the figure.
        caption: explanation of the figure.
        content: bytes of an SVG or PNG.
        media_type: media type of the content.
    """

    title: str
    caption: str
    content: bytes
    media_type: str


@dataclass(frozen=True)
class _Quantity:
    name: str
    symbol: str
    grid: FloatArray
    values: FloatArray  # [n, 6N, 6N]
    axis: str
    units: tuple[str, str, str]  # force by translation, one of both, moment by rotation


def draw_pictures(table: Coefficients) -> list[Picture]:
    """All figures of a database; missing data are left out."""
    quantities = _quantities(table)
    pictures = [_all_pairs(table, quantity) for quantity in quantities]
    if quantities:
        pictures.append(_strongest_pairs(table, quantities))
    if table.excitation_force.size:
        pictures += [_excitation(table, body) for body in range(len(table.bodies))][:_MOST_EXCITED]
    return pictures


def _quantities(table: Coefficients) -> list[_Quantity]:
    omega, tau = "ω [rad/s]", "τ [s]"
    grid, mass = table.omega, ("kg", "kg m", "kg m²")
    candidates = [
        _Quantity("Added mass", "A", grid, table.added_mass, omega, mass),
        _Quantity(
            "Radiation damping",
            "B",
            grid,
            table.radiation_damping,
            omega,
            ("N s/m", "N s", "N m s"),
        ),
        _Quantity(
            "Retardation kernel",
            "K",
            table.retardation_time,
            table.retardation_kernel,
            tau,
            ("N/m", "N", "N m"),
        ),
    ]
    return [quantity for quantity in candidates if len(quantity.values)]


def _names(table: Coefficients) -> list[str]:
    prefix = len(table.bodies) > 1
    return [f"{b.name} {dof}" if prefix else dof for b in table.bodies for dof in DOFS]


def _scales(table: Coefficients, values: FloatArray) -> FloatArray:
    """Largest magnitude of each diagonal term, [6N]; 0 for a dof with negligible values."""
    peaks: FloatArray = np.abs(np.einsum("kii->ki", values)).max(axis=0)
    kinds = peaks.reshape(-1, 3).max(axis=1).repeat(3)
    loud = np.where(peaks > _QUIET * kinds, peaks, 0.0)
    if len(table.radiation_damping):
        damping = np.einsum("kii->ki", table.radiation_damping).max(axis=0)
        kinds = damping.reshape(-1, 3).max(axis=1).repeat(3)
        loud = np.where(damping > _QUIET * kinds, loud, 0.0)
    return loud


def _relative(table: Coefficients, values: FloatArray) -> FloatArray:
    """Each pair over sqrt(scale_i scale_j); pairs with negligible values are 0."""
    unit = np.sqrt(_scales(table, values))
    inverse = np.divide(1.0, unit, out=np.zeros_like(unit), where=unit > 0)
    relative: FloatArray = values * inverse[:, None] * inverse[None, :]
    return relative


def _all_pairs(table: Coefficients, quantity: _Quantity) -> Picture:
    lines = len(table.bodies) <= _MOST_BODIES_AS_LINES
    relative = _relative(table, quantity.values)
    size = table.dof_count
    with mpl.rc_context({**STYLE, "axes.grid": False}):
        side = 6.4 if size == 6 else 9.0
        figure = Figure(figsize=(side, 0.94 * side), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        (_draw_lines if lines else _draw_strengths)(axes, relative)
        _label_pairs(axes, table)
    how = (
        f"Each cell is one curve over {quantity.axis}, relative to √({quantity.symbol}ᵢᵢ "
        f"{quantity.symbol}ⱼⱼ) at their peaks; the line across a cell is zero"
        if lines
        else "Colour: largest magnitude relative to its diagonal terms, logarithmic"
    )
    return Picture(
        f"{quantity.name} {quantity.symbol}, all pairs",
        f"{how}. Row = influenced dof, column = radiating dof.",
        *encoded(figure, vector=size <= 12),
    )


def _draw_lines(axes: Axes, relative: FloatArray) -> None:
    """Draws small curves in cells (i, j) of side 1, with zero in the middle."""
    size = relative.shape[1]
    relative = relative[:: 1 + len(relative) // _MOST_POINTS]
    x = np.linspace(0.08, 0.92, len(relative))
    curves = [
        np.column_stack([j + x, i + 0.5 - 0.42 * np.clip(relative[:, i, j], -1, 1)])
        for i in range(size)
        for j in range(size)
    ]
    own = [i // 6 == j // 6 for i in range(size) for j in range(size)]
    colours = [COLOURS[0] if same else COLOURS[1] for same in own]
    axes.add_collection(LineCollection(curves, colors=colours, linewidths=0.9))
    middles = np.arange(size) + 0.5
    axes.hlines(middles, 0, size, color="#dddddd", linewidth=0.4, zorder=0)
    axes.set(xlim=(0, size), ylim=(size, 0))


def _draw_strengths(axes: Axes, relative: FloatArray) -> None:
    size = relative.shape[1]
    strength = np.log10(np.maximum(np.abs(relative).max(axis=0), 1e-4))
    image = axes.imshow(strength, cmap="Blues", vmin=-4, vmax=0, extent=(0, size, size, 0))
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.6)
    bar.set_ticks([-4, -3, -2, -1, 0], labels=["≤ .01 %", ".1 %", "1 %", "10 %", "100 %"])


def _label_pairs(axes: Axes, table: Coefficients) -> None:
    size = table.dof_count
    for edge in range(0, size + 1, 1 if size <= 18 else 6):
        width = 1.0 if edge % 6 == 0 else 0.3
        axes.axhline(edge, color="#9aa5b1", linewidth=width)
        axes.axvline(edge, color="#9aa5b1", linewidth=width)
    if size <= 18:
        places, names = np.arange(size) + 0.5, _names(table)
    else:
        places = 6 * np.arange(len(table.bodies)) + 3.0
        names = [body.name for body in table.bodies]
    axes.set_xticks(places, names, rotation=60, ha="left", fontsize=8)
    axes.set_yticks(places, names, fontsize=8)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _chosen_pairs(table: Coefficients, values: FloatArray) -> list[tuple[int, int]]:
    """Diagonal terms of the first bodies, then the strongest couplings, each pair of dofs once."""
    loud = _scales(table, values) > 0
    own = [(i, i) for i in range(min(table.dof_count, 6 * _MOST_BODIES_LARGE)) if loud[i]]
    strength = np.abs(_relative(table, values)).max(axis=0)
    upper = np.triu(np.maximum(strength, strength.T), 1)
    order = np.argsort(-upper, axis=None)[:_MOST_COUPLINGS]
    couplings = [(int(k) // table.dof_count, int(k) % table.dof_count) for k in order]
    return own + [pair for pair in couplings if upper[pair] > 1e-3]


def _strongest_pairs(table: Coefficients, quantities: list[_Quantity]) -> Picture:
    by = next((q for q in quantities if q.symbol == "B"), quantities[0])
    pairs = _chosen_pairs(table, by.values)
    names = _names(table)
    with mpl.rc_context({**STYLE, "font.size": 8, "axes.labelsize": 8, "axes.titlesize": 8}):
        figure = Figure(figsize=(9.0, 0.6 + 1.35 * len(pairs)), layout="constrained")
        FigureCanvasAgg(figure)
        panels = figure.subplots(len(pairs), len(quantities), sharex="col", squeeze=False)
        for row, (i, j) in zip(panels, pairs, strict=True):
            for axes, quantity in zip(row, quantities, strict=True):
                _draw_pair(axes, table, quantity, i, j)
            row[0].set_title(names[i] if i == j else f"{names[i]} ← {names[j]}", loc="left")
        for axes, quantity in zip(panels[-1], quantities, strict=True):
            axes.set_xlabel(quantity.axis)
            axes.set_xlim(right=_last_worth_seeing(table, quantity))
        lines = [mpl.lines.Line2D([], [], color=COLOURS[k], ls=("-", ":")[k]) for k in (0, 1)]
        labels = ["influenced ← radiating", "the other way round (must coincide)"]
        figure.legend(lines, labels, loc="outside upper right", ncols=2, frameon=False)
    return Picture(
        "Strongest pairs",
        "Own terms, then the couplings that are largest relative to them. A triangle marks A∞. "
        "Dofs that radiate rounding noise only are left out.",
        *encoded(figure, vector=True),
    )


def _last_worth_seeing(table: Coefficients, quantity: _Quantity) -> float:
    """End of the axis: that of the grid, or for a kernel the time at which it has decayed."""
    loud = np.abs(_relative(table, quantity.values)).max(axis=(1, 2)) > _DIED_OUT
    last = np.flatnonzero(loud)[-1] if quantity.symbol == "K" and loud.any() else -1
    return 1.05 * float(quantity.grid[last])


def _draw_pair(axes: Axes, table: Coefficients, quantity: _Quantity, i: int, j: int) -> None:
    axes.plot(quantity.grid, quantity.values[:, i, j], color=COLOURS[0])
    if i != j:
        axes.plot(quantity.grid, quantity.values[:, j, i], ":", color=COLOURS[1])
    if quantity.symbol == "A" and table.added_mass_infinite is not None:
        axes.plot(quantity.grid[-1], table.added_mass_infinite[i, j], ">", color=COLOURS[0])
    rotations = int(i % 6 > 2) + int(j % 6 > 2)
    axes.set_ylabel(f"{quantity.symbol} [{quantity.units[rotations]}]")


def _bodies_left_out(table: Coefficients) -> str:
    count = len(table.bodies)
    left = f" Of {count} bodies the first {_MOST_EXCITED} are drawn."
    return left if count > _MOST_EXCITED else ""


def _excitation(table: Coefficients, body: int) -> Picture:
    directions = table.wave_direction
    chosen = some_directions(directions)
    with mpl.rc_context({**STYLE, "font.size": 8, "axes.labelsize": 8}):
        figure = Figure(figsize=(9.0, 4.2), layout="constrained")
        FigureCanvasAgg(figure)
        for dof, axes in enumerate(figure.subplots(2, 3, sharex=True).flat):
            for index, colour in zip(chosen, COLOURS, strict=False):
                axes.plot(
                    table.omega,
                    np.abs(table.excitation_force[:, index, 6 * body + dof]),
                    color=colour,
                    label=f"{np.rad2deg(directions[index]):.0f}°",
                )
            axes.set_ylabel(f"{DOFS[dof]} [{'N/m' if dof < 3 else 'N m/m'}]")
            if dof > 2:
                axes.set_xlabel("ω [rad/s]")
        add_legend(figure)
    return Picture(
        f"Excitation |X| of {table.bodies[body].name}",
        "Force per metre of wave amplitude, "
        f"{directions_text(len(chosen), len(directions))} (where waves go)."
        + _bodies_left_out(table),
        *encoded(figure, vector=True),
    )
