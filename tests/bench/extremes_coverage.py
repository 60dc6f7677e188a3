"""How often the intervals of extremes hold what is known of Gaussian seas.

100 JONSWAP seas of 3 h (Hs 4 m, Tp 9 s), random amplitudes, a value each quarter of a second. Of each
method, for 3 h and ten times as long: how many of the 90 % intervals hold sqrt(2 m0 ln N), the mean
of the answers over it, their scatter, and the time of an answer.

    python tests/bench/extremes_coverage.py [SEAS]
"""

from __future__ import annotations

import sys
import time

import numpy as np
from raftup.base.arrays import FloatArray
from raftup.extremes import NormalProcess, Question, Record, estimate_extreme

HEIGHT, PERIOD, DURATION, STEP = 4.0, 9.0, 10800.0, 0.25
HIGHEST = 3.0
"""rad/s, where the spectrum is cut off."""


def spectrum(omega: FloatArray) -> FloatArray:
    """JONSWAP, gamma 3.3, of the variance HEIGHT^2 / 16 on an even grid [m2 s/rad]."""
    x = np.maximum(omega * PERIOD / (2.0 * np.pi), 0.1)
    enhanced = 3.3 ** np.exp(-0.5 * ((x - 1.0) / np.where(x <= 1.0, 0.07, 0.09)) ** 2)
    density = np.where(omega < HIGHEST, x**-5.0 * np.exp(-1.25 * x**-4.0) * enhanced, 0.0)
    return np.asarray(density * HEIGHT**2 / 16.0 / np.trapezoid(density, omega))


def frequencies(duration: float) -> FloatArray:
    """Of the Fourier transform of a record [rad/s]."""
    return np.asarray(2.0 * np.pi * np.fft.rfftfreq(round(duration / STEP), STEP), dtype=float)


def sea(seed: int, duration: float = DURATION) -> Record:
    """A normal sea, its real and imaginary amplitudes normal numbers."""
    omega = frequencies(duration)
    random = np.random.default_rng(seed).normal(size=(2, len(omega)))
    amplitude = np.sqrt(spectrum(omega) * omega[1])
    count = round(duration / STEP)
    values = np.fft.irfft(amplitude * (random[0] + 1j * random[1]) * count / 2.0, count)
    return Record(values, duration, float(values.mean()))


def process() -> NormalProcess:
    """Of the spectrum."""
    omega = frequencies(DURATION)
    density = spectrum(omega)
    m0, m2, m4 = (float(np.trapezoid(omega**n * density, omega)) for n in (0, 2, 4))
    return NormalProcess(m0, m2, m4)


def coverage(method: str, seas: list[Record], duration: float) -> str:
    """One line of the table."""
    expected = process().most_probable(duration)
    start = time.perf_counter()
    found = [estimate_extreme([one], Question(method, duration)) for one in seas]
    each = (time.perf_counter() - start) / len(seas)
    held = sum(one.low <= expected <= one.high for one in found)
    ratio = np.array([one.value for one in found]) / expected
    width = np.mean([one.high - one.low for one in found]) / expected
    return (
        f"{method:13s} {duration / 3600.0:3.0f} h: holds in {held} of {len(seas)}, "
        f"mean {ratio.mean():.3f}, scatter {ratio.std():.3f}, width {width:.3f}, {1e3 * each:.0f} ms"
    )


def main() -> None:
    """Prints the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seas = [sea(seed) for seed in range(count)]
    for method in ("pot", "weibull_tail", "acer"):
        for repeats in (1.0, 10.0):
            print(coverage(method, seas, repeats * DURATION))


if __name__ == "__main__":
    main()
