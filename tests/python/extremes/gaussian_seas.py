"""Normal seas whose extremes are known: JONSWAP, Hs 4 m, Tp 9 s, random amplitudes."""

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.extremes import NormalProcess, Record

HEIGHT, PERIOD, DURATION, STEP = 4.0, 9.0, 10800.0, 0.25
HIGHEST = 3.0
"""rad/s, where the spectrum is cut off."""


def spectrum(omega: FloatArray) -> FloatArray:
    """JONSWAP, gamma 3.3, of the variance HEIGHT^2 / 16 on an even grid [m2 s/rad]."""
    x = np.maximum(omega * PERIOD / (2.0 * np.pi), 0.1)
    enhanced = 3.3 ** np.exp(-0.5 * ((x - 1.0) / np.where(x <= 1.0, 0.07, 0.09)) ** 2)
    density = np.where(omega < HIGHEST, x**-5.0 * np.exp(-1.25 * x**-4.0) * enhanced, 0.0)
    return np.asarray(density * HEIGHT**2 / 16.0 / np.trapezoid(density, omega))


def frequencies(duration: float = DURATION) -> FloatArray:
    """Of the Fourier transform of a record [rad/s]."""
    return np.asarray(2.0 * np.pi * np.fft.rfftfreq(round(duration / STEP), STEP), dtype=float)


def sea(seed: int, duration: float = DURATION) -> Record:
    """A sea of 3 h whose real and imaginary amplitudes are normal numbers."""
    omega = frequencies(duration)
    random = np.random.default_rng(seed).normal(size=(2, len(omega)))
    amplitude = np.sqrt(spectrum(omega) * omega[1])
    count = round(duration / STEP)
    values = np.fft.irfft(amplitude * (random[0] + 1j * random[1]) * count / 2.0, count)
    return Record(values, duration, float(values.mean()))


def process() -> NormalProcess:
    """Of the spectrum."""
    omega = frequencies()
    density = spectrum(omega)
    m0, m2, m4 = (float(np.trapezoid(omega**n * density, omega)) for n in (0, 2, 4))
    return NormalProcess(m0, m2, m4)
