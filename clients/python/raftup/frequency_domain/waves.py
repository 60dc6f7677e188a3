"""Waves in the frequency domain: dispersion and one-sided elevation spectra."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.remote.linearisation import LinearGrid

_SPECTRUM_POINTS = 20_001  # of the normalising integral, .1 to 500 times the peak: m0 to 1e-6
_GRAVITY = 9.80665  # m/s2
_SAME = 1e-9  # of frequencies that are the same but for rounding


@dataclass(frozen=True)
class BodyWaves:
    """Waves that bodies diffract and radiate, at the probes of a model; 0 at undisturbed ones.

    Attributes:
        diffracted: [n, P, m] m/m, per meter of wave amplitude.
        radiated: [n, P, 6N] m/(m/s), m/(rad/s), per velocity of the dofs.
        turning: T [6N, 6N] 1/s: radiation is that of dx/dt + T x, see Linearisation.
    """

    diffracted: ComplexArray
    radiated: ComplexArray
    turning: FloatArray

    def at_probes(self, rao: ComplexArray, omega: FloatArray) -> ComplexArray:
        """Complex elevation [n, m, P] m/m in the motions rao [n, m, 6N] at omega [n] rad/s."""
        velocity = 1j * omega[:, None, None] * rao + rao @ self.turning.T
        radiated = velocity @ np.swapaxes(self.radiated, 1, 2)
        return np.asarray(np.swapaxes(self.diffracted, 1, 2) + radiated)


@dataclass(frozen=True)
class PlaneWaves:
    """Waves of unit amplitude with phases at the world origin.

    Attributes:
        omega: [n] rad/s.
        direction: [m], or [n, m], rad: directions b that the waves travel to.
        wavenumber: [n, m] rad/m, wave numbers k on the current.
        line_outputs: [n, m, p] units of the outputs per m: outputs of lines in these waves while
            all bodies are held; None without lines.
        of_bodies: waves that the bodies make of them; None without disturbed probes.
    """

    omega: FloatArray
    direction: FloatArray
    wavenumber: FloatArray
    line_outputs: ComplexArray | None = None
    of_bodies: BodyWaves | None = None

    def at(self, places: FloatArray) -> ComplexArray:
        """Complex elevation exp(-i k (x cos b + y sin b)) [n, m, p] m/m at some places.

        Args:
            places: [p, 2] m, world.
        """
        along = np.stack([np.cos(self.direction), np.sin(self.direction)], axis=-1) @ places.T
        return np.asarray(np.exp(-1j * self.wavenumber[:, :, None] * along))


def held_outputs(grid: LinearGrid) -> ComplexArray | None:
    """Outputs of lines in the waves of a grid while all bodies are held [n, m, p]."""
    by_wave = grid.line_output_by_wave
    return None if by_wave is None else np.swapaxes(by_wave, 1, 2)


def wavenumber(omega: FloatArray, water_depth: float, gravity: float) -> FloatArray:
    """Wave number k [rad/m] of omega^2 = g k tanh(k d), by Newton's method from Eckart's value.

    Args:
        omega: [n] rad/s.
        water_depth: d [m], may be infinite.
        gravity: g [m/s2].
    """
    deep = np.asarray(omega, dtype=float) ** 2 / gravity
    if np.isinf(water_depth):
        return deep
    k = deep / np.sqrt(np.tanh(np.maximum(deep * water_depth, 1e-300)))
    for _ in range(20):
        t = np.tanh(k * water_depth)
        slope = t + k * water_depth * (1.0 - t * t)
        k = k - (k * t - deep) / np.where(slope > 0.0, slope, 1.0)
    return k


@dataclass(frozen=True)
class SpectralPeak:
    """One system of a spectrum, omega^-(4 l + 1) exp(-(4 l + 1)/4 (peak/omega)^4) gamma^e.

    The exponent is e = exp(-(omega/peak - 1)^2 / (2 sigma^2)), with sigma .07 below and .09 above
    the peak.

    Attributes:
        significant_wave_height: m, four times the root of this system's m0.
        peak_period: s.
        shape: l; 1 for Pierson-Moskowitz and JONSWAP.
        peak_enhancement: gamma.
    """

    significant_wave_height: float
    peak_period: float
    shape: float = 1.0
    peak_enhancement: float = 1.0

    def density(self, omega: FloatArray) -> FloatArray:
        """Spectral density S [m2 s/rad] at omega [n] rad/s, > 0; m0 = Hs^2 / 16 to 1e-6."""
        peak = 2.0 * np.pi / self.peak_period
        grid = np.geomspace(0.1, 500.0, _SPECTRUM_POINTS)
        m0 = float(np.trapezoid(self._relative(grid), grid)) * peak
        scale = self.significant_wave_height**2 / 16.0 / m0
        return scale * self._relative(np.asarray(omega) / peak)

    def _relative(self, ratio: FloatArray) -> FloatArray:
        """The spectrum's shape over omega / peak, by logarithms, since its factors overflow."""
        order = 4.0 * self.shape + 1.0
        sigma = np.where(ratio <= 1.0, 0.07, 0.09)
        exponent = np.exp(-0.5 * ((ratio - 1.0) / sigma) ** 2)
        logarithm = -order * np.log(ratio) - 0.25 * order * (ratio**-4.0 - 1.0)
        values: FloatArray = np.exp(logarithm + np.log(self.peak_enhancement) * exponent)
        return values


def elevation_spectrum(
    wave: model_pb2.IrregularWave, omega: FloatArray, gravity: float = _GRAVITY
) -> FloatArray:
    """Spectrum S(omega) of a wave system, integrated over direction [m2 s/rad].

    It is zero outside the band omega_min to omega_max of the wave; as in a simulation, the band
    then has the energy of the whole spectrum.

    Args:
        wave: wave with any spectrum except a table over directions.
        omega: [n] rad/s, > 0.
        gravity: m/s2, on which Torsethaugen's spectrum depends.
    """
    if wave.HasField("tabulated"):
        table = wave.tabulated
        return tabulated_density(wave, np.array(table.omega), np.array(table.density), omega)
    peaks = spectral_peaks(wave, gravity)

    def whole(at: FloatArray) -> FloatArray:
        return np.asarray(np.sum([peak.density(at) for peak in peaks], axis=0), dtype=float)

    if not _has_band(wave):
        return whole(omega)
    omega_p = [2.0 * np.pi / peak.peak_period for peak in peaks]
    everything = np.geomspace(0.1 * min(omega_p), 500.0 * max(omega_p), _SPECTRUM_POINTS)
    return _within_band(wave, omega, whole(omega), everything, whole(everything))


def tabulated_density(
    wave: model_pb2.IrregularWave, filed: FloatArray, density: FloatArray, omega: FloatArray
) -> FloatArray:
    """S [n] at omega [n] of a table [m] at the frequencies `filed` [m], within the wave's band."""
    found = np.asarray(np.interp(omega, filed, density, 0.0, 0.0), dtype=float)
    return _within_band(wave, omega, found, filed, density) if _has_band(wave) else found


def _has_band(wave: model_pb2.IrregularWave) -> bool:
    return wave.HasField("omega_min") or wave.HasField("omega_max")


def _within_band(
    wave: model_pb2.IrregularWave,
    omega: FloatArray,
    density: FloatArray,
    everything: FloatArray,
    whole: FloatArray,
) -> FloatArray:
    """S [n] at omega [n] times m0 over the energy of the band; 0 outside the band.

    Args:
        wave: wave with omega_min or omega_max.
        omega: rad/s.
        density: whole spectrum at omega.
        everything: [m] rad/s, ascending: all frequencies with energy.
        whole: [m] S at these frequencies.
    """
    lower = wave.omega_min if wave.HasField("omega_min") else everything[0]
    upper = wave.omega_max if wave.HasField("omega_max") else everything[-1]
    ends = np.clip([lower, upper], everything[0], everything[-1])
    inside = everything[(everything > ends[0]) & (everything < ends[1])]
    band = np.concatenate([ends[:1], inside, ends[1:]])
    energy = float(np.trapezoid(np.interp(band, everything, whole), band))
    if energy <= 0.0:
        return np.zeros_like(density)
    gain = float(np.trapezoid(whole, everything)) / energy
    held = (omega >= lower * (1.0 - _SAME)) & (omega <= upper * (1.0 + _SAME))
    return np.where(held, gain * density, 0.0)


def spectral_peaks(wave: model_pb2.IrregularWave, gravity: float = _GRAVITY) -> list[SpectralPeak]:
    """The systems whose sum is the spectrum."""
    if wave.HasField("ochi_hubble"):
        return [
            SpectralPeak(system.significant_wave_height, system.peak_period, system.shape)
            for system in wave.ochi_hubble.systems
        ]
    if wave.HasField("torsethaugen"):
        spectrum = wave.torsethaugen
        return _torsethaugen(spectrum.significant_wave_height, spectrum.peak_period, gravity)
    if wave.HasField("pierson_moskowitz"):
        fully = wave.pierson_moskowitz
        return [SpectralPeak(fully.significant_wave_height, fully.peak_period)]
    jonswap = wave.jonswap
    gamma = jonswap.peak_enhancement if jonswap.HasField("peak_enhancement") else 3.3
    height, period = jonswap.significant_wave_height, jonswap.peak_period
    return [SpectralPeak(height, period, peak_enhancement=gamma)]


def _torsethaugen(height: float, period: float, gravity: float) -> list[SpectralPeak]:
    """Wind sea and swell of the simplified spectrum of Torsethaugen.

    Source:
        Torsethaugen and Haver (2004); DNV-RP-C205 appendix A.
    """

    def peak(part: float, at: float, gamma: float) -> SpectralPeak:
        return SpectralPeak(part, at, 0.75, max(1.0, gamma))

    def gamma_of(part: float, at: float) -> float:
        return float(35.0 * (2.0 * np.pi / gravity * part / at**2) ** 0.857)

    fetch = 6.6 * height ** (1.0 / 3.0)
    if period <= fetch:
        offset = 2.0 * (fetch - period) / (fetch - 2.0 * height**0.5)
        share = 0.7 + 0.3 * float(np.exp(-(offset**2)))
        rest = (1.0 - share**2) ** 0.5 * height
        main = peak(share * height, period, gamma_of(share * height, period))
        return [main, peak(rest, fetch + 2.0, 1.0)]
    excess = (period - fetch) / (25.0 - fetch)
    share = 0.6 + 0.4 * float(np.exp(-((excess / 0.3) ** 2)))
    wind = (1.0 - share**2) ** 0.5 * height
    swell = peak(share * height, period, gamma_of(height, fetch) * (1.0 + 6.0 * excess))
    return [swell, peak(wind, 6.6 * wind ** (1.0 / 3.0), 1.0)] if wind > 0.0 else [swell]


def keep_irregular(sea: model_pb2.Sea) -> None:
    """Removes the waves without a spectrum from a sea."""
    kept = [system for system in sea.waves if system.HasField("irregular")]
    del sea.waves[:]
    sea.waves.extend(kept)
