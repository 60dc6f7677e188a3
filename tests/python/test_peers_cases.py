"""Cases of other programs' suites that need records, constant memories and further matrices.

Each is compared with the frequency domain, solved here from the file's own numbers, or with the
published series of another program.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from conftest import DATABASES, reference

import raftup
from raftup.base.arrays import ComplexArray, FloatArray

CASES = Path(__file__).resolve().parents[1] / "reference" / "models"
GAUGE = DATABASES / "gauge.csv"
HEAVE = 2


class Heaves:
    """Heave of the bodies of a BEMIO file in waves along x, their other dofs held."""

    def __init__(self, file: Path, masses: Sequence[float], damper: float = 0.0) -> None:
        with h5py.File(file) as h5:
            self.omega = np.array(h5["simulation_parameters/w"]).ravel()
            rho = float(np.array(h5["simulation_parameters/rho"]).item())
            weight = rho * float(np.array(h5["simulation_parameters/g"]).item())
            groups = [h5[f"body{i + 1}/hydro_coeffs"] for i in range(len(masses))]
            places = [6 * i + HEAVE for i in range(len(masses))]
            self.added = rho * np.array([g["added_mass/all"][HEAVE][places] for g in groups])
            damping = np.array([g["radiation_damping/all"][HEAVE][places] for g in groups])
            self.radiated = rho * self.omega * damping
            stiffness = [g["linear_restoring_stiffness"][HEAVE, HEAVE] for g in groups]
            self.stiffness = weight * np.array(stiffness)
            waves = [
                g["excitation/re"][HEAVE, 0] + 1j * g["excitation/im"][HEAVE, 0] for g in groups
            ]
            self.force = weight * np.array(waves)
        self.masses = np.array(masses)
        ends = np.ones((1, 1)) if len(masses) == 1 else np.array([[1.0, -1.0], [-1.0, 1.0]])
        self.damper = damper * ends
        order = np.argsort(self.omega)
        self.omega, self.force = self.omega[order], self.force[:, order]
        self.added, self.radiated = self.added[..., order], self.radiated[..., order]

    def at(self, omega: float, more: complex = 0.0) -> ComplexArray:
        """Heave per metre of wave; `more` is a further impedance of every body [N/m]."""

        def between(values: Any) -> Any:
            flat = values.reshape(-1, len(self.omega))
            return np.array([np.interp(omega, self.omega, row) for row in flat]).reshape(
                values.shape[:-1]
            )

        inertia = np.diag(self.masses) + between(self.added)
        rate = 1j * omega * (between(self.radiated) + self.damper)
        impedance = np.diag(self.stiffness + more) - omega**2 * inertia + rate
        found: ComplexArray = np.linalg.solve(
            impedance, between(self.force.real) + 1j * between(self.force.imag)
        )
        return found


def in_record(heaves: Heaves, time: FloatArray) -> FloatArray:
    """Heave [time, bodies] in the record of the gauge, by its harmonics within the data."""
    record = np.loadtxt(GAUGE, delimiter=",", skiprows=1)
    step, count = record[1, 0] - record[0, 0], len(record)
    harmonics = np.fft.rfft(record[:, 1] - record[:, 1].mean()) / count
    omega = 2.0 * np.pi * np.arange(len(harmonics)) / (count * step)
    total = np.zeros((len(time), len(heaves.masses)))
    for each, amplitude in zip(omega, 2.0 * harmonics, strict=True):
        if heaves.omega[0] <= each <= heaves.omega[-1]:
            wave = amplitude * np.exp(1j * each * (time - record[0, 0]))
            total += (wave[:, None] * heaves.at(each)).real
    return total


def error(found: FloatArray, expected: FloatArray) -> float:
    """RMS of the difference over the RMS expected."""
    return float(np.sqrt(np.mean((found - expected) ** 2) / np.mean(expected**2)))


def run_in_record(name: str, file: Path, client: raftup.Client) -> Any:
    overrides = {
        "hydrodynamics[0].database": str(file),
        "environment.sea.waves[0].elevation.file": str(GAUGE),
    }
    return raftup.run(CASES / f"{name}.yaml", client, overrides)


def test_a_sphere_in_a_recorded_sea(client: raftup.Client) -> None:
    (file,) = reference("bemio/sphere.h5")
    result = run_in_record("sphere_in_record", file, client)
    late = (result.time.values > 100.0) & (result.time.values < 350.0)
    expected = in_record(Heaves(file, [261.8e3]), result.time.values[late])
    found = result.displacement.sel(body="sphere").values[late, HEAVE]
    assert error(found, expected[:, 0]) < 0.03


def test_float_and_spar_in_a_recorded_sea(client: raftup.Client) -> None:
    (file,) = reference("bemio/rm3.h5")
    result = run_in_record("rm3_in_record", file, client)
    late = (result.time.values > 100.0) & (result.time.values < 350.0)
    expected = in_record(Heaves(file, [725834, 886691], 1.2e6), result.time.values[late])
    for place, body in enumerate(("float", "spar")):
        found = result.displacement.sel(body=body).values[late, HEAVE]
        assert error(found, expected[:, place]) < 0.03, body


def test_float_and_spar_without_memory_in_a_regular_wave(client: raftup.Client) -> None:
    (file,) = reference("bemio/rm3.h5")
    overrides = {"hydrodynamics[0].database": str(file)}
    result = raftup.run(CASES / "rm3_constant.yaml", client, overrides)
    expected = 0.5 * np.abs(Heaves(file, [725834, 886691], 1.2e6).at(2.0 * np.pi / 8.0))
    late = result.time.values > 200.0
    for place, body in enumerate(("float", "spar")):
        heave = result.displacement.sel(body=body).values[late, HEAVE]
        amplitude = 0.5 * (heave.max() - heave.min())
        assert amplitude == pytest.approx(expected[place], rel=0.01), body


def test_a_flap_without_memory_in_a_regular_wave(client: raftup.Client) -> None:
    file = DATABASES / "flap.h5"
    result = raftup.run(
        CASES / "flap_constant.yaml", client, {"hydrodynamics[0].database": str(file)}
    )
    late = result["hinge_position"].values.reshape(-1)[result.time.values > 120.0]
    expected = 0.05 * abs(pitch_of_flap(file, 2.0 * np.pi / 8.0, 1.3e5, 1.9e6, 1.2e7))
    # of rotations of 1 deg, the step of .02 s and the ramp of the wave
    assert 0.5 * (late.max() - late.min()) == pytest.approx(expected, rel=0.01)


def pitch_of_flap(file: Path, omega: float, mass: float, inertia: float, damping: float) -> complex:
    """Rotation about a hinge 4.5 m below the center of mass [rad per m of wave along x].

    A rotation by 1 rad moves the center of mass by `arm` along x. The stiffness of the file has
    the weight of the displaced water in the center of mass; the flap is lighter.
    """
    arm = 4.5
    with h5py.File(file) as h5:
        filed = np.array(h5["omega"])
        moved = np.array([arm, 0.0, 0.0, 0.0, 1.0, 0.0])

        def at(values: Any) -> float:
            return float(np.interp(omega, filed, values))

        added = at(np.array(h5["added_mass"]) @ moved @ moved)
        radiated = at(np.array(h5["radiation_damping"]) @ moved @ moved)
        force = [at(part[:, 0] @ moved) for part in np.array(h5["excitation_force"])]
        lift = float(h5["water_density"][()]) * float(h5["displaced_volume"][0]) - mass
        stiffness = float(h5["hydrostatic_stiffness"][0, 4, 4])
        stiffness += lift * float(h5["gravity"][()]) * arm
    inertial = omega**2 * (inertia + mass * arm**2 + added)
    return complex(*force) / complex(stiffness - inertial, omega * (radiated + damping))


def ring(file: Path, area: float, volume: float) -> None:
    """Writes the mesh of a ring of 10 m radius that floats with a water plane and a volume."""
    sides, top = 48, 3.0
    per_square = 0.5 * sides * np.sin(2.0 * np.pi / sides)
    inner, draught = np.sqrt(100.0 - area / per_square), volume / area
    profile = [(10.0, top), (10.0, -draught), (inner, -draught), (inner, top)]
    angles = 2.0 * np.pi * np.arange(sides) / sides
    lines = [
        f"v {r * np.cos(angle):.9f} {r * np.sin(angle):.9f} {z:.9f}"
        for r, z in profile
        for angle in angles
    ]
    for k in range(len(profile)):
        above, below = k * sides + 1, (k + 1) % len(profile) * sides + 1
        for i in range(sides):
            j = (i + 1) % sides
            lines.append(f"f {above + i} {below + i} {below + j} {above + j}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_decay_of_float_and_spar_with_one_nonlinear_float(
    client: raftup.Client, tmp_path: Path
) -> None:
    file, series = reference("bemio/rm3.h5", "reference/rm3/decay_1m_wecsim.txt")
    with h5py.File(file) as h5:
        area = float(h5["body1/hydro_coeffs/linear_restoring_stiffness"][HEAVE, HEAVE])
        volume = float(np.array(h5["body1/properties/disp_vol"]).item())
    ring(tmp_path / "rm3_float.obj", area, volume)
    overrides = {
        "hydrodynamics[0].database": str(file),
        "hydrodynamics[0].bodies[0].mesh": str(tmp_path / "rm3_float.obj"),
    }
    result = raftup.run(CASES / "rm3_decay_nonlinear_float.yaml", client, overrides)
    other = np.loadtxt(series, skiprows=1)
    # The walls are upright, so that the linear solution of WEC-Sim is that of the mesh, too.
    for column, body, rest in ((1, "float", -0.72), (2, "spar", -21.29)):
        heave = result.position.sel(body=body).values[:, HEAVE]
        expected = np.interp(result.time.values, other[:, 0], other[:, column])
        assert error(heave - rest, expected - rest) < 5e-3, body


def test_further_stiffness_and_damping_beside_a_database(client: raftup.Client) -> None:
    file = DATABASES / "hemisphere.h5"
    overrides = {"hydrodynamics[0].database": str(file)}
    result = raftup.run(CASES / "linear_additions.yaml", client, overrides)
    with h5py.File(file) as h5:
        rho = float(np.array(h5["simulation_parameters/rho"]).item())
        volume = float(np.array(h5["body1/properties/disp_vol"]).item())
    omega = 2.0 * np.pi / 7.0
    heave = Heaves(file, [rho * volume]).at(omega, 1.0e5 + 1j * omega * 5.0e4)
    late = result.displacement.sel(body="hemisphere").values[result.time.values > 130.0, HEAVE]
    assert 0.5 * (late.max() - late.min()) == pytest.approx(0.1 * abs(heave[0]), rel=0.01)


def test_a_flap_whose_power_take_off_is_a_table(client: raftup.Client) -> None:
    speed = 0.2  # rad/s at the start
    overrides = {"bodies[1].angular_velocity": [0, speed, 0]}
    result = raftup.run(CASES / "flap_table.yaml", client, overrides)
    inertia, damping, stiffness = 1.5e6 + 2.5e6, 4.0e5, 1.6e6
    decay, natural = damping / (2.0 * inertia), np.sqrt(stiffness / inertia)
    omega = np.sqrt(natural**2 - decay**2)
    time = result.time.values
    expected = speed / omega * np.exp(-decay * time) * np.sin(omega * time)
    turned = result["hinge_position"].values.reshape(-1)
    assert np.abs(turned - expected).max() < 1e-4 * speed / omega
