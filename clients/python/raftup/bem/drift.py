"""Mean drift forces of a freely floating body, by the momentum of its waves in the far field.

Complex amplitudes here have Capytaine's time factor exp(-i omega t).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray

_LEAST_ANGLES = 48  # of the far field; more where the hull is many wave lengths long


def depth_profile(z: FloatArray, wavenumber: float, water_depth: float) -> FloatArray:
    """Decay of waves with depth: f = cosh k(z + h) / cosh kh, exp(kz) in deep water.

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


def even_angles(wavenumber: float, reach: float) -> FloatArray:
    """Evenly spaced angles [rad] that resolve the waves far away of sources within a radius.

    Args:
        wavenumber: k [1/m].
        reach: radius [m].
    """
    count = _LEAST_ANGLES + 4 * int(np.ceil(wavenumber * reach))
    even: FloatArray = 2.0 * np.pi * np.arange(count) / count
    return even


def group_ratio(wavenumber: float, water_depth: float) -> float:
    """Ratio c_g / c of group and phase velocity of waves, 1/2 in deep water.

    Args:
        wavenumber: k [1/m].
        water_depth: h [m], may be infinite.
    """
    depth_number = 2.0 * wavenumber * water_depth
    return 0.5 if depth_number > 100.0 else 0.5 * (1.0 + depth_number / np.sinh(depth_number))


@dataclass(frozen=True)
class FreeBody:
    """Properties of a freely floating body other than its wetted surface.

    Attributes:
        mass_matrix: [6, 6] kg, kg m2 about the center of mass.
        hydrostatic_stiffness: [6, 6] N/m, N, N m about the center of mass.
        roll_axis: [6] unit rotation about the longitudinal axis.
        roll_damping: damping of roll as a share of critical damping, without wave damping.
    """

    mass_matrix: FloatArray
    hydrostatic_stiffness: FloatArray
    roll_axis: FloatArray
    roll_damping: float

    def damping(self, added_mass: FloatArray) -> FloatArray:
        """Matrix D [6, 6] of the roll damping, for the added mass A [6, 6]."""
        axis = self.roll_axis
        inertia = axis @ (self.mass_matrix + added_mass) @ axis
        stiffness = max(float(axis @ self.hydrostatic_stiffness @ axis), 0.0)
        critical = 2.0 * float(np.sqrt(stiffness * inertia))
        result: FloatArray = self.roll_damping * critical * np.outer(axis, axis)
        return result


@dataclass(frozen=True)
class FarField:
    """Waves far from a body: phi = C(theta) f(z) exp(i k r) / sqrt(r) about its center of mass.

    f(z) = cosh k(z + h) / cosh kh. Their power per angle is W |C|^2, W = rho omega^2 c_g / (2 g).

    Attributes:
        omega: rad/s.
        wavenumber: k [1/m].
        center: [3] m, center of mass.
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
        """Ratio c_g / c of group and phase velocity, 1/2 in deep water."""
        return group_ratio(self.wavenumber, self.water_depth)

    @property
    def power(self) -> float:
        """Factor W of the power per angle [W per (m^2.5/s)^2 rad]."""
        speed = self.group_ratio * self.omega / self.wavenumber
        return 0.5 * self.water_density * self.omega**2 / self.gravity * speed

    def amplitudes(
        self, centers: FloatArray, areas: FloatArray, sources: ComplexArray
    ) -> ComplexArray:
        """C at the angles 2 pi n / count for sources on panels: [count, columns] m^2.5/s.

        C = -k^2 g / (2 n omega^2) sqrt(8 pi / k) exp(i pi / 4) H, with n = c_g / c and the sources'
        Kochin function H = 1/(4 pi) int sigma f(zeta) exp(-i k (x cos theta + y sin theta)) dS.

        Args:
            centers: [p, 3] m, centers of the panels.
            areas: [p] m2.
            sources: [p, columns] m/s, phi = -1/(4 pi) int sigma G dS.

        Source:
            John (1950); Newman (1985) on the pole of the Green function.
        """
        k = self.wavenumber
        offset = centers - self.center
        reach = float(np.hypot(offset[:, 0], offset[:, 1]).max())
        theta = even_angles(k, reach)
        along = np.array([np.cos(theta), np.sin(theta)]).T @ offset[:, :2].T
        profile = depth_profile(centers[:, 2], k, self.water_depth)
        kernel = np.exp(-1j * k * along) * (profile * areas)
        residue = k**2 * self.gravity / (2.0 * self.omega**2 * self.group_ratio)
        scale = -1j * residue * np.sqrt(8.0 * np.pi / k) * np.exp(-0.25j * np.pi) / (4.0 * np.pi)
        result: ComplexArray = scale * (kernel @ sources)
        return result

    def mean_force(self, amplitudes: ComplexArray, direction: float, absorbed: float) -> FloatArray:
        """Mean force of the water on the body per squared wave amplitude [6]: surge, sway, yaw.

        The power that the body takes out of the incident wave and radiates elsewhere has the
        momentum k / omega and an angular momentum per unit of power:
        F = k/omega [P e_b - W int |C|^2 e_theta dtheta], P = W int |C|^2 dtheta + absorbed,
        M = -W/omega [int Im(C* C') dtheta + 2 Im(I* C'(b))],
        I = -i g/omega sqrt(2 pi / k) exp(-i pi / 4) exp(i k x.e_b).
        Heave, roll and pitch cannot be computed from the far field and are 0.

        Args:
            amplitudes: C at 2 pi n / count of the total disturbance, per meter of incident
                amplitude.
            direction: b, direction that the incident wave travels to [rad].
            absorbed: mean power that damping absorbs, per squared wave amplitude [W/m2].

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
