"""Figures of response spectra of a run, compared with the frequency domain."""

from __future__ import annotations

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.frequency_domain import (
    ResponseSolver,
    linearise_if_balanced,
    response_spectrum,
    standard_deviation,
)
from raftup.frequency_domain.waves import keep_irregular
from raftup.model import Model
from raftup.plots.figure import COLOURS, PREDICTION, add_legend, label_x, new_figure
from raftup.plots.motions import display_values
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation_request import WaveGrid

_WINDOW = 200.0  # s: resolves .06 rad/s, the width of a lightly damped resonance
_LEAST_WINDOWS = 4  # that overlap by half; fewer are too scattered to be read
_SHOWN = (0.0, 2.0)  # rad/s: slow motions, and where a ship's waves are


def window_duration(count: int, step: float) -> float:
    """Duration of the windows for a record of `count` values every `step` seconds [s]."""
    return min(_WINDOW, 2 * count * step / (_LEAST_WINDOWS + 1))


def estimate_spectrum(
    values: FloatArray, step: float, duration: float
) -> tuple[FloatArray, FloatArray]:
    """Welch's estimate of the spectrum, with Hann windows that overlap by half.

    Args:
        values: [time] values at equal time steps.
        step: time between values [s].
        duration: duration of each window [s].

    Returns:
        omega [n] rad/s and the one-sided density S(omega) [n], whose integral is the variance.
    """
    length = round(duration / step)
    starts = np.arange(0, len(values) - length + 1, length // 2)
    window = np.hanning(length)
    centred = values - values.mean()
    power = np.mean(
        [np.abs(np.fft.rfft(window * centred[start : start + length])) ** 2 for start in starts],
        axis=0,
    )
    density: FloatArray = power * step / (np.pi * float((window**2).sum()))
    density[0] *= 0.5
    return np.asarray(2 * np.pi * np.fft.rfftfreq(length, step), dtype=float), density


def seen_through_window(omega: FloatArray, density: FloatArray, duration: float) -> FloatArray:
    """Expected value of estimate_spectrum() for a known density, including its leakage.

    E S_estimate(omega) = integral S(omega') H(omega - omega') domega', H = |FT of the window|^2
    with integral 1.

    Args:
        omega: [n] rad/s, evenly spaced.
        density: [n, ...] S(omega).
        duration: duration of the Hann window [s].
    """
    step = float(omega[1] - omega[0])
    half = int(np.ceil(8.0 * np.pi / duration / step))  # two main lobes: all but 1e-4 of H
    offsets = step * np.arange(-half, half + 1)
    time = np.linspace(-0.5, 0.5, 513) * duration
    leakage = (np.hanning(len(time)) @ np.cos(np.outer(time, offsets))) ** 2
    leakage /= leakage.sum()
    return np.apply_along_axis(lambda column: np.convolve(column, leakage, "same"), 0, density)


def predict_spectra(model: Model, client: Client) -> xr.DataArray | None:
    """Predicts spectra of displacements in the model's irregular waves, by the frequency domain.

    Args:
        model: model with the value of every default.
        client: client of the server that has its databases.

    Returns:
        One-sided densities by omega, body and dof; None if the model has no linear equations.
    """
    irregular = Model()
    irregular.CopyFrom(model)
    keep_irregular(irregular.environment.sea)
    omega = np.linspace(*_SHOWN, 351)
    linear = linearise_if_balanced(
        client, irregular, grids=[WaveGrid(omega=omega, sea_directions=True)]
    )
    if linear is None:
        return None
    (grid,) = linear.equations.grids
    spectrum = response_spectrum(ResponseSolver(linear, grid), grid.seas[0])
    return xr.DataArray(
        spectrum.reshape(len(omega), -1, len(DOFS)),
        {"omega": omega, "body": list(linear.body_names), "dof": list(DOFS)},
        ("omega", "body", "dof"),
    )


def plot_spectra(
    dataset: xr.Dataset, body: str, predicted: xr.DataArray | None, start: float = 0.0
) -> Figure:
    """Response spectra of a body's six motions with the prediction of the frequency domain.

    Args:
        dataset: result with `displacement` at equal time steps.
        body: name of the body.
        predicted: result of predict_spectra(); None = no prediction.
        start: transients before this time are left out [s].
    """
    late = dataset.sel(time=slice(start, None))
    step = float(late.time[1] - late.time[0])
    window = window_duration(len(late.time), step)
    figure = new_figure(2, 3, height=5.0)
    for axes, dof in zip(figure.axes, DOFS, strict=True):
        values, unit = display_values(dof, late.displacement.sel(body=body, dof=dof).values)
        grid, density = estimate_spectrum(values, step, window)
        title = f"{dof}: std {values.std():.3g} {unit}"
        axes.plot(grid, density, color=COLOURS[0], label="simulated")
        curve = None
        if predicted is not None:
            omega = predicted.omega.values
            column = predicted.sel(body=body, dof=dof).values
            deviation = standard_deviation(column[:, None], omega)[0]
            scale = display_values(dof, np.array([1.0]))[0][0]
            curve = scale**2 * seen_through_window(omega, column, window)
            axes.plot(omega, curve, "--", color=PREDICTION, label="frequency domain")
            title += f", predicted {scale * deviation:.3g}"
        axes.set_title(title, fontsize=9)
        axes.set_ylabel(f"S [{unit}² s/rad]")
        axes.set_xlim(*_SHOWN)
        shown = (grid >= _SHOWN[0]) & (grid <= _SHOWN[1])
        highest = max(density[shown].max(), 0.0 if curve is None else curve.max())
        axes.set_ylim(0.0, 1.08 * highest if highest > 0.0 else 1.0)
    label_x(figure, "omega [rad/s]", 3)
    add_legend(figure, body)
    return figure
