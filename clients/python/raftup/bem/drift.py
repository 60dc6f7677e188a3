"""Mean drift forces of a body that floats freely, by the momentum of its waves far away.

Everything inside follows Capytaine's phasor exp(-i omega t).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray

_LEAST_ANGLES = 48  # of the far field; more where the hull is many wave lengths long


def depth_profile(z: FloatArray, wavenumber: float, water_depth: float) -> FloatArray:
    """How waves fall off with depth: f = cosh k(z + h) / cosh kh, exp(kz) in deep water.

    Args:
        z: m, <= 0.
        wavenumber: k [1/m].
        water_depth: h [m], may be infinite.
    """
    profile: FloatArray = np.exp(wavenumber * z)
    if np.isfinite(water_depth):
        bottom = np.exp(-2.0 * wavenumber * (z + water_depth))
        profile = profile * (1.0 + bottom) / (1.0 + np.exp(-2.0 * wavenumber * water_depth))
    return profile


@dataclass(frozen=True)
class FreeBody:
    """What a body that floats freely has besides its wet surface.

    Attributes:
        mass_matrix: [6, 6] kg, kg m2 about the centre of mass.
        hydrostatic_stiffness: [6, 6] N/m, N, N m about it.
        roll_axis: [6] unit rotation about the longitudinal axis.
        roll_damping: of the critical damping of roll, that of the waves not included.
    """

    mass_matrix: FloatArray
    hydrostatic_stiffness: FloatArray
    roll_axis: FloatArray
    roll_damping: float

    def damping(self, added_mass: FloatArray) -> FloatArray:
        """D [6, 6] of the roll damping, where the added mass is A [6, 6]."""
        axis = self.roll_axis
        inertia = axis @ (self.mass_matrix + added_mass) @ axis
        stiffness = max(float(axis @ self.hydrostatic_stiffness @ axis), 0.0)
        critical = 2.0 * float(np.sqrt(stiffness * inertia))
        result: FloatArray = self.roll_damping * critical * np.outer(axis, axis)
        return result


@dataclass(frozen=True)
class FarField:
    """Waves far from a body: phi = C(theta) f(z) exp(i k r) / sqrt(r) about its centre of mass.

    f(z) = cosh k(z + h) / cosh kh. Their power per angle is W |C|^2, W = rho omega^2 c_g / (2 g).

    Attributes:
        omega: rad/s.
        wavenumber: k [1/m].
        center: [3] m, centre of mass.
        water_density: rho [kg/m3].
        gravity: g [m/s2].
        water_depth: h [m], may be infinite.
    """

    omega: float
    wavenumber: float
    center: FloatArray
    water_density: float
    gravity: float
    water_depth: float

    @property
    def group_ratio(self) -> float:
        """c_g / c, 1/2 in deep water."""
        depth_number = 2.0 * self.wavenumber * self.water_depth
        return 0.5 if depth_number > 100.0 else 0.5 * (1.0 + depth_number / np.sinh(depth_number))

    @property
    def power(self) -> float:
        """W [W per (m^2.5/s)^2 rad]."""
        speed = self.group_ratio * self.omega / self.wavenumber
        return 0.5 * self.water_density * self.omega**2 / self.gravity * speed

    def amplitudes(
        self, centers: FloatArray, areas: FloatArray, sources: ComplexArray
    ) -> ComplexArray:
        """C at angles 2 pi n / count of sources on panels: [count, columns] m^2.5/s.

        C = -k^2 g / (2 n omega^2) sqrt(8 pi / k) exp(i pi / 4) H, n = c_g / c, of the sources'
        Kochin function H = 1/(4 pi) int sigma f(zeta) exp(-i k (x cos theta + y sin theta)) dS.

        Args:
            centers: [p, 3] m, of the panels.
            areas: [p] m2.
            sources: [p, columns] m/s, phi = -1/(4 pi) int sigma G dS.

        Source:
            John (1950); Newman (1985) on the pole of the Green function.
        """
        k = self.wavenumber
        offset = centers - self.center
        reach = float(np.hypot(offset[:, 0], offset[:, 1]).max())
        count = _LEAST_ANGLES + 4 * int(np.ceil(k * reach))
        theta = 2.0 * np.pi * np.arange(count) / count
        along = np.array([np.cos(theta), np.sin(theta)]).T @ offset[:, :2].T
        profile = depth_profile(centers[:, 2], k, self.water_depth)
        kernel = np.exp(-1j * k * along) * (profile * areas)
        residue = k**2 * self.gravity / (2.0 * self.omega**2 * self.group_ratio)
        scale = -1j * residue * np.sqrt(8.0 * np.pi / k) * np.exp(-0.25j * np.pi) / (4.0 * np.pi)
        result: ComplexArray = scale * (kernel @ sources)
        return result

    def mean_force(self, amplitudes: ComplexArray, direction: float, absorbed: float) -> FloatArray:
        """Mean force of the water on the body over the amplitude squared [6]: surge, sway, yaw.

        What the body takes out of the incident wave, and what it sends elsewhere, goes with
        momentum k / omega and an angular momentum of its own per power:
        F = k/omega [P e_b - W int |C|^2 e_theta dtheta], P = W int |C|^2 dtheta + absorbed,
        M = -W/omega [int Im(C* C') dtheta + 2 Im(I* C'(b))],
        I = -i g/omega sqrt(2 pi / k) exp(-i pi / 4) exp(i k x.e_b).
        Heave, roll and pitch do not follow from the far field; they are 0.

        Args:
            amplitudes: C at 2 pi n / count, of all disturbance per metre of incident amplitude.
            direction: b, where the incident wave goes [rad].
            absorbed: mean power that damping takes out of the body [W/m2].

        Source:
            Maruo (1960); Newman (1967).
        """
        count, k = len(amplitudes), self.wavenumber
        theta = 2.0 * np.pi * np.arange(count) / count
        sent = 2.0 * np.pi / count * self.power * np.abs(amplitudes) ** 2
        taken = sent.sum() + absorbed
        heading = np.array([np.cos(direction), np.sin(direction)])
        force = np.zeros(6)
        force[0] = k / self.omega * (taken * heading[0] - sent @ np.cos(theta))
        force[1] = k / self.omega * (taken * heading[1] - sent @ np.sin(theta))

        order = np.fft.fftfreq(count, 1.0 / count)
        parts = np.fft.fft(amplitudes) / count  # C = sum of parts exp(i order theta)
        incident = -1j * self.gravity / self.omega * np.sqrt(2.0 * np.pi / k)
        incident *= np.exp(-0.25j * np.pi + 1j * k * (self.center[:2] @ heading))
        slope = parts @ (1j * order * np.exp(1j * order * direction))
        turned = 2.0 * np.pi * (order @ np.abs(parts) ** 2)
        met = 2.0 * np.imag(np.conj(incident) * slope)
        force[5] = -self.power / self.omega * (turned + met)
        return force
