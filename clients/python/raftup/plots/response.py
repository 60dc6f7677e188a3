"""Figures of responses in the frequency domain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import xarray as xr
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from raftup.base.arrays import FloatArray
from raftup.plots.bodies import moving_most
from raftup.plots.database import directions_text
from raftup.plots.figure import COLOURS, PREDICTION, STYLE, add_legend, label_x, new_figure, save
from raftup.remote.coefficients import DOFS

_MOST_HEADINGS = 6  # in one panel
_MOST_PERIODS = 5  # in one polar panel
_MOST_MODES = 24  # panels
_MOST_TENSIONS = 12  # panels
_LEAST_POLAR = 8  # directions: fewer say nothing of what lies between them
_UNITS = ("m/m", "deg/m")
_TICKS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 100)  # s
_WORTH_A_PHASE = 0.01  # of the largest amplitude
_LINE: dict[str, Any] = {}
_DOTS: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 2.5}  # phases jump


def save_response_plots(response: xr.Dataset, folder: Path) -> list[Path]:
    """Writes amplitudes and phases of each body, modes, and spectra if there is a sea.

    Diagrams are polar for eight wave directions or more. Of many bodies those that move most are
    drawn.

    Args:
        response: result of raftup.response().
        folder: folder for the figures.

    Returns:
        Paths of the figures.
    """
    files = []
    for body in moving_most(_largest_motions(response)):
        files.append(save(plot_amplitudes(response, body), folder / f"rao_{body}.png"))
        files.append(save(plot_phases(response, body), folder / f"rao_phase_{body}.png"))
        if response.sizes["wave_direction"] >= _LEAST_POLAR:
            files.append(save(plot_polar(response, body), folder / f"rao_polar_{body}.png"))
        if "response_spectrum" in response:
            file = folder / f"response_spectra_{body}.png"
            files.append(save(plot_response_spectra(response, body), file))
    if "tension_response_spectrum" in response:
        files.append(save(plot_tension_spectra(response), folder / "tension_spectra.png"))
    if response.sizes.get("mode", 0):
        files.append(save(plot_modes(response), folder / "modes.png"))
    return files


def _largest_motions(response: xr.Dataset) -> xr.DataArray:
    """[body, dof] standard deviation in the sea; without a sea the largest amplitude per meter."""
    if "standard_deviation" in response:
        deviation: xr.DataArray = response.standard_deviation
        return deviation
    squares = (response.rao**2).sum("complex")
    largest: xr.DataArray = squares.max(["omega", "wave_direction"]) ** 0.5
    return largest


def plot_amplitudes(response: xr.Dataset, body: str) -> Figure:
    """`|rao|` over period, with a panel for each dof and a line for each wave direction."""
    return _plot_operators(response, body, "amplitude")


def plot_phases(response: xr.Dataset, body: str) -> Figure:
    """Phase of the RAO over period: lead of the motion over the wave at the world origin."""
    return _plot_operators(response, body, "phase")


def _operator(response: xr.Dataset, body: str, dof: str) -> tuple[FloatArray, int]:
    """The RAO [omega, wave_direction] in m or deg per meter, and the index of the dof."""
    kind = DOFS.index(dof) // 3
    parts = response.rao.sel(body=body, dof=dof)
    values = (parts.sel(complex="re") + 1j * parts.sel(complex="im")).values
    return (np.rad2deg(values.real) + 1j * np.rad2deg(values.imag) if kind else values), kind


def _largest(values: FloatArray) -> float:
    """The largest of the finite values, 0 if there is none; waves without a response are NaN."""
    return float(np.max(values, initial=0.0, where=np.isfinite(values)))


def _unanswered_text(response: xr.Dataset, body: str) -> str:
    """Text with the number of waves without a response, which are gaps in lines; empty if none."""
    missing = np.isnan(response.rao.sel(body=body)).any(("complex", "dof"))
    count = int(missing.sum())
    return f"; {count} of {missing.size} waves have no answer" if count else ""


def _some(count: int, most: int) -> list[int]:
    """At most `most` indices of `count`, evenly spaced."""
    return sorted(set(np.linspace(0, count - 1, min(count, most)).round().astype(int).tolist()))


def _headings(response: xr.Dataset) -> list[int]:
    """Indices of the directions to draw: those of half a circle if the whole circle is given."""
    directions = np.rad2deg(response.wave_direction.values)
    half = [index for index, b in enumerate(directions) if b <= directions[0] + 180.0 + 1e-6]
    return [half[index] for index in _some(len(half), _MOST_HEADINGS + 1)]


def _plot_operators(response: xr.Dataset, body: str, what: str) -> Figure:
    figure = new_figure(2, 3, height=5.5)
    order = np.argsort(response.period.values)
    period = response.period.values[order]
    style = _LINE if what == "amplitude" and len(period) > 2 else _DOTS
    colours = mpl.colormaps["viridis"](np.linspace(0.0, 0.9, len(_headings(response))))
    for axes, dof in zip(figure.axes, DOFS, strict=True):
        values, kind = _operator(response, body, dof)
        for colour, way in zip(colours, _headings(response), strict=True):
            line = values[order, way]
            shown = np.abs(line)
            if what == "phase":
                large = shown > _WORTH_A_PHASE * max(_largest(np.abs(values)), 1e-9)
                shown = np.where(large, np.rad2deg(np.angle(line)), np.nan)
            heading = np.rad2deg(response.wave_direction.values[way])
            axes.plot(period, shown, color=colour, label=f"{heading:.0f}°", **style)
        axes.set_title(dof)
        axes.set_xscale("log")
        axes.set_xticks([t for t in _TICKS if period[0] <= t <= period[-1]] or period[:1])
        axes.xaxis.set_major_formatter("{x:g}")
        axes.minorticks_off()
        if what == "phase":
            axes.set_ylim(-180.0, 180.0)
            axes.set_yticks([-180, -90, 0, 90, 180])
            axes.set_ylabel("phase [deg]")
        else:
            axes.set_ylim(0.0, max(1.08 * float(axes.dataLim.y1), 1e-3))
            axes.set_ylabel(f"|rao| [{_UNITS[kind]}]")
    label_x(figure, "period [s]", 3)
    which = directions_text(len(_headings(response)), response.sizes["wave_direction"])
    add_legend(figure, f"{body}, {what} {which}{_unanswered_text(response, body)}")
    return figure


def plot_polar(response: xr.Dataset, body: str) -> Figure:
    """`|rao|` over wave direction, with a panel for each dof and a line for each of some periods.

    The angle is the direction that waves travel to, from the world's x axis, which points right.
    """
    directions = response.wave_direction.values
    around = abs(np.ptp(directions) + abs(directions[1] - directions[0]) - 2.0 * np.pi) < 1e-6
    close = (lambda values: np.append(values, values[:1])) if around else (lambda values: values)
    chosen = _some(response.sizes["omega"], _MOST_PERIODS)
    with mpl.rc_context(STYLE):
        # labels of angles are around every circle: rows need room between them
        layout = ConstrainedLayoutEngine(h_pad=0.12, hspace=0.08)
        figure = Figure(figsize=(9.0, 6.8), layout=layout)
        FigureCanvasAgg(figure)
        for place, dof in enumerate(DOFS):
            axes = figure.add_subplot(2, 3, place + 1, projection="polar")
            values, kind = _operator(response, body, dof)
            for colour, index in zip(COLOURS, chosen, strict=False):
                label = f"{float(response.period[index]):.1f} s"
                axes.plot(
                    close(directions), close(np.abs(values[index])), color=colour, label=label
                )
            largest = max(1.05 * _largest(np.abs(values[chosen])), 1e-3)
            axes.set_ylim(0.0, largest)
            axes.set_yticks(largest * np.array([0.25, 0.5, 0.75]))
            axes.yaxis.set_major_formatter("{x:.2g}")
            axes.set_title(f"{dof} [{_UNITS[kind]}]")
            axes.tick_params(labelsize=7)
    some = f"{len(chosen)} of {response.sizes['omega']} periods"
    missing = _unanswered_text(response, body)
    add_legend(figure, f"{body}, |rao| by where waves go, {some}{missing}")
    return figure


def _maximum_text(response: xr.Dataset) -> str:
    """Name of the most probable maximum in a title, `max in 3 h`; `amplitude` in a regular wave.

    The duration is taken from the variable's `long_name`, so that it also works for files.
    """
    name = str(response.most_probable_maximum.attrs["long_name"]).partition(":")[0]
    return name.replace("most probable maximum", "max")


def plot_response_spectra(response: xr.Dataset, body: str) -> Figure:
    """Spectral densities of the six motions in the sea, of slow drift, and of the elevation."""
    figure = new_figure(2, 3, height=5.0)
    maximum = _maximum_text(response)
    omega = response.spectrum_omega.values
    wave = response.wave_spectrum.values
    for axes, dof in zip(figure.axes, DOFS, strict=True):
        kind = DOFS.index(dof) // 3
        scale, unit = (np.rad2deg(1.0), "deg") if kind else (1.0, "m")
        at = {"body": body, "dof": dof}
        density = scale**2 * response.response_spectrum.sel(at).values
        axes.plot(omega, density, color=COLOURS[0], label="response")
        highest = float(density.max())
        if "slow_drift_spectrum" in response:
            slow = scale**2 * response.slow_drift_spectrum.sel(at).values
            slow_omega = response.slow_drift_omega.values
            axes.plot(slow_omega, slow, color=COLOURS[2], label="slow drift")
            highest = max(highest, float(slow.max()))
        if wave.max() > 0.0:
            share = (highest or 1.0) / wave.max() * wave
            axes.plot(omega, share, "--", color=PREDICTION, linewidth=0.8, label="wave, any scale")
        deviation = scale * float(response.standard_deviation.sel(at))
        largest = scale * float(response.most_probable_maximum.sel(at))
        title = f"{dof}: std {deviation:.3g}, {maximum} {largest:.3g} {unit}"
        axes.set_title(title, fontsize=8)
        axes.set_ylabel(f"S [{unit}² s/rad]")
        axes.set_ylim(0.0, 1.08 * highest if highest > 0.0 else 1.0)
    label_x(figure, "omega [rad/s]", 3)
    add_legend(figure, body)
    return figure


def plot_tension_spectra(response: xr.Dataset) -> Figure:
    """Spectral densities of tensions in the sea and of slow drift, those that vary most first."""
    deviation = response.tension_standard_deviation.values
    order = np.argsort(-deviation, kind="stable")[:_MOST_TENSIONS]
    maximum = _maximum_text(response)
    figure = new_figure(
        -(-len(order) // 3), min(len(order), 3), height=1.2 + 2.0 * -(-len(order) // 3)
    )
    for place, axes in enumerate(figure.axes):
        if place >= len(order):
            axes.set_visible(False)
            continue
        tension = order[place]
        density = 1e-6 * response.tension_response_spectrum[:, tension].values
        axes.plot(response.spectrum_omega.values, density, color=COLOURS[0], label="in waves")
        highest = float(density.max())
        if "tension_slow_drift_spectrum" in response:
            slow = 1e-6 * response.tension_slow_drift_spectrum[:, tension].values
            axes.plot(response.slow_drift_omega.values, slow, color=COLOURS[2], label="slow drift")
            highest = max(highest, float(slow.max()))
        mean, largest = (
            response.tension_mean[tension],
            response.tension_most_probable_maximum[tension],
        )
        axes.set_title(
            f"{response.tension.values[tension]}\nmean {1e-3 * float(mean):.4g}, "
            f"std {1e-3 * deviation[tension]:.3g}, {maximum} {1e-3 * float(largest):.3g} kN",
            fontsize=7,
        )
        axes.set_ylabel("S [kN² s/rad]")
        axes.set_ylim(0.0, 1.08 * highest if highest > 0.0 else 1.0)
    label_x(figure, "omega [rad/s]", min(len(order), 3))
    every = response.sizes["tension"]
    some = f"the {len(order)} of {every} that vary most" if len(order) < every else "all"
    add_legend(figure, f"tensions, {some}; maximum from the mean")
    return figure


def plot_modes(response: xr.Dataset) -> Figure:
    """Mode shapes: a panel for each mode, longest period first, with a bar for each motion."""
    count = min(response.sizes["mode"], _MOST_MODES)
    bodies = list(map(str, response.body.values))
    places = np.arange(6 * len(bodies))
    labels = [dof for _ in bodies for dof in DOFS]
    figure = new_figure(-(-count // 3), min(count, 3), height=1.2 + 1.9 * -(-count // 3))
    for index, axes in enumerate(figure.axes):
        if index >= count:
            axes.set_visible(False)
            continue
        shape = response.mode_shape[index].values
        for number, body in enumerate(bodies):
            here = slice(6 * number, 6 * number + 6)
            colour = COLOURS[number % len(COLOURS)]
            axes.bar(places[here], shape[number], color=colour, label=body)
        axes.axhline(0.0, color="#888888", linewidth=0.8)
        period = float(response.natural_period[index])
        ratio = float(response.damping_ratio[index])
        axes.set_title(f"{period:.2f} s, damping {ratio:.3f}", fontsize=9)
        axes.set_ylim(-1.1, 1.1)
        axes.set_xticks(places, labels, rotation=90, fontsize=6)
        axes.tick_params(labelbottom=True)
    every = response.sizes["mode"]
    shown = f"the {count} longest of {every} undamped modes" if count < every else "undamped modes"
    add_legend(figure, f"{shown}: m and rad, the largest = 1")
    return figure
