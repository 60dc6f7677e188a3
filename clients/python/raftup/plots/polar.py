"""Figures of directional spectra."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from raftup.plots.figure import COLOURS, PREDICTION, STYLE
from raftup.sea import DirectionalSpectrum

_LEVELS = 20


def plot_directional_spectrum(spectrum: DirectionalSpectrum) -> Figure:
    """A polar map of S(omega, direction) and a curve of S(omega).

    The radius is the frequency in Hz; the angle is the direction that waves travel to, from the
    world's x axis, which points right.

    Args:
        spectrum: the spectrum.
    """
    angle = np.append(spectrum.direction, spectrum.direction[0] + 2.0 * np.pi)
    density = np.column_stack([spectrum.density, spectrum.density[:, 0]])
    frequency = spectrum.omega / (2.0 * np.pi)
    peak = 1.0 / spectrum.peak_period
    shown = min(float(frequency[-1]), 4.0 * peak)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9.0, 4.5), layout="constrained")
        FigureCanvasAgg(figure)
        polar = figure.add_subplot(1, 2, 1, projection="polar")
        colours = polar.contourf(angle, frequency, density, _LEVELS, cmap="viridis")
        polar.plot([spectrum.mean_direction] * 2, [0.0, shown], color=PREDICTION, linewidth=1.0)
        polar.set_ylim(0.0, shown)
        polar.set_title("where waves go from +x; radius in Hz")
        figure.colorbar(colours, ax=polar, label="S [m² s/rad²]", shrink=0.8)
        line = figure.add_subplot(1, 2, 2)
        line.plot(frequency, spectrum.frequency_spectrum, color=COLOURS[0])
        line.axvline(peak, color=PREDICTION, linewidth=1.0)
        line.set_xlim(0.0, shown)
        line.set_xlabel("frequency [Hz]")
        line.set_ylabel("S [m² s/rad]")
        line.set_title(
            f"Hs {spectrum.significant_wave_height:.2f} m, Tp {spectrum.peak_period:.1f} s, "
            f"towards {np.rad2deg(spectrum.mean_direction):.0f}°"
        )
    return figure
