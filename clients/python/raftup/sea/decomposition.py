"""Decomposition of a measured elevation into harmonics, which can be the sea of a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import bad_field

_UNEVEN = 1e-6  # of a step: larger differences between steps are not an even record
_WORST_CONDITION = 1e6  # of the least-squares equations: beyond, amplitudes are not determined


@dataclass(frozen=True)
class Decomposition:
    """Elevation = mean + sum of amplitude cos(omega t + phase) within a window of time.

    Outside the window the harmonics do not represent the sea; with frequencies 2 pi k / duration
    they repeat after the duration of the window.

    Attributes:
        omega: [n] rad/s, ascending.
        amplitude: [n] m, >= 0.
        phase: [n] rad at t = 0 of the record.
        window: first and last time of the fit [s].
        mean: mean of the fitted record [m], which is not part of the waves.
        residual: root mean square of the difference between record and fit in the window [m].
        explained: share of the variance in the window that the harmonics represent.
        method: "fft" or "least_squares".
    """

    omega: FloatArray
    amplitude: FloatArray
    phase: FloatArray
    window: tuple[float, float]
    mean: float
    residual: float
    explained: float
    method: str

    @property
    def significant_wave_height(self) -> float:
        """Significant wave height 4 sqrt(sum of amplitude^2 / 2) [m]."""
        return float(4.0 * np.sqrt(np.sum(self.amplitude**2) / 2.0))

    def elevation(self, time: FloatArray) -> FloatArray:
        """Sum of the harmonics without the mean [m].

        Args:
            time: [k] s, times of the record.
        """
        angles = np.outer(np.asarray(time, dtype=float), self.omega) + self.phase
        total: FloatArray = np.cos(angles) @ self.amplitude
        return total

    def wave_system(self, direction: float, start: float | None = None) -> dict[str, Any]:
        """Makes an entry of `environment.sea.waves` of these harmonics, all in one direction.

        A record at one point contains no directions. It is taken as the elevation at the world's
        origin.

        Args:
            direction: direction that the waves travel to [rad].
            start: time of the record that is t = 0 of the model [s]; default: start of the window.
        """
        begin = self.window[0] if start is None else start
        phase = np.mod(self.phase + self.omega * begin, 2.0 * np.pi)
        return {
            "components": {
                "omega": self.omega.tolist(),
                "amplitude": self.amplitude.tolist(),
                "phase_deg": np.rad2deg(phase).tolist(),
                "direction_deg": [float(np.rad2deg(direction))] * len(self.omega),
            }
        }


def decompose(
    time: FloatArray,
    elevation: FloatArray,
    *,
    omega: FloatArray | None = None,
    omega_min: float = 0.0,
    omega_max: float | None = None,
    window: tuple[float, float] | None = None,
    method: Literal["auto", "fft", "least_squares"] = "auto",
) -> Decomposition:
    """Decomposes a measured elevation into harmonics.

    Unless frequencies are given, they are the multiples of 2 pi / duration between `omega_min` and
    `omega_max`. A record with equal time steps and no given frequencies is transformed (fft), which
    reproduces it; otherwise the amplitudes follow from least squares.

    Args:
        time: [n] s, ascending.
        elevation: [n] m.
        omega: [k] rad/s, > 0, ascending: known frequencies.
        omega_min: rad/s, lower frequencies are left in the residual.
        omega_max: rad/s; default: the Nyquist frequency of the record.
        window: first and last time of the fit [s]; default: the whole record.
        method: "auto" chooses as described; "fft" refuses a record with unequal time steps.

    Raises:
        RaftupError: if arrays do not match, the window is empty, or there are more unknowns than
            the record can determine.
    """
    time, elevation = _windowed(np.asarray(time, float), np.asarray(elevation, float), window)
    steps = np.diff(time)
    step = float(steps.mean())
    even = bool(np.ptp(steps) < max(_UNEVEN * step, 1e-9 * abs(time[-1])))
    if method == "fft" and not even:
        raise bad_field(
            "time", f"must be even for fft, steps are {steps.min():g}..{steps.max():g} s"
        )
    highest = np.pi / step * (1.0 + 1e-9) if omega_max is None else omega_max
    chosen: FloatArray
    if omega is None:
        duration = step * len(time)
        grid = np.asarray(2.0 * np.pi / duration * np.arange(1, len(time) // 2 + 1), float)
        chosen = grid[(grid >= omega_min) & (grid <= highest)]
    else:
        chosen = np.asarray(omega, float)
    _check_frequencies(chosen, len(time))
    if even and omega is None and method != "least_squares":
        used, mean, phasor = "fft", *_transform(time, elevation, chosen)
    else:
        used, mean, phasor = "least_squares", *_least_squares(time, elevation, chosen)
    return _summary(time, elevation, chosen, mean, phasor, used)


def _windowed(
    time: FloatArray, elevation: FloatArray, window: tuple[float, float] | None
) -> tuple[FloatArray, FloatArray]:
    if time.ndim != 1 or time.shape != elevation.shape:
        raise bad_field(
            "elevation", f"must have one value per time {time.shape}, has {elevation.shape}"
        )
    if not (np.isfinite(time).all() and np.isfinite(elevation).all()):
        raise bad_field("elevation", "must be finite; leave out rows without a value")
    if np.any(np.diff(time) <= 0.0):
        raise bad_field("time", "must ascend")
    if window is not None:
        inside = (time >= window[0]) & (time <= window[1])
        time, elevation = time[inside], elevation[inside]
    if len(time) < 4:
        raise bad_field("window", f"must hold at least 4 rows, holds {len(time)}")
    return time, elevation


def _check_frequencies(omega: FloatArray, rows: int) -> None:
    if not len(omega) or omega[0] <= 0.0 or np.any(np.diff(omega) <= 0.0):
        raise bad_field("omega", "must have at least one frequency > 0, ascending")
    if 2 * len(omega) > rows:
        raise bad_field(
            "omega",
            f"must have at most {rows // 2} frequencies, half the rows of the "
            f"window, has {len(omega)}",
        )


def _transform(
    time: FloatArray, elevation: FloatArray, omega: FloatArray
) -> tuple[float, ComplexArray]:
    """Mean and complex amplitudes at t = 0 of harmonics, by Fourier transform of the record."""
    count = len(time)
    spectrum = np.fft.rfft(elevation)
    index = np.rint(omega * count * (time[-1] - time[0]) / (count - 1) / (2.0 * np.pi)).astype(int)
    doubled = np.where(2 * index == count, 1.0, 2.0)  # the Nyquist frequency stands once
    phasor = doubled * spectrum[index] / count * np.exp(-1j * omega * time[0])
    return float(spectrum[0].real / count), phasor


def _least_squares(
    time: FloatArray, elevation: FloatArray, omega: FloatArray
) -> tuple[float, ComplexArray]:
    """Mean and complex amplitudes at t = 0 of harmonics, by least squares."""
    angles = np.outer(time - time[0], omega)
    columns = np.hstack([np.ones((len(time), 1)), np.cos(angles), -np.sin(angles)])
    solution, _, _, singular = np.linalg.lstsq(columns, elevation, rcond=None)
    if singular[0] > _WORST_CONDITION * singular[-1]:
        raise bad_field(
            "omega",
            "must be told apart by the window: frequencies are nearer than it resolves, about "
            f"{2.0 * np.pi / (time[-1] - time[0]):.3g} rad/s",
        )
    real, imaginary = solution[1 : 1 + len(omega)], solution[1 + len(omega) :]
    return float(solution[0]), (real + 1j * imaginary) * np.exp(-1j * omega * time[0])


def _summary(
    time: FloatArray,
    elevation: FloatArray,
    omega: FloatArray,
    mean: float,
    phasor: ComplexArray,
    method: str,
) -> Decomposition:
    result = Decomposition(
        omega=omega,
        amplitude=np.abs(phasor),
        phase=np.angle(phasor),
        window=(float(time[0]), float(time[-1])),
        mean=mean,
        residual=0.0,
        explained=1.0,
        method=method,
    )
    missed = float(np.mean((elevation - mean - result.elevation(time)) ** 2))
    variance = float(np.mean((elevation - mean) ** 2))
    explained = 1.0 - missed / variance if variance > 0.0 else 1.0
    return replace(result, residual=float(np.sqrt(missed)), explained=explained)
