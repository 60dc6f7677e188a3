#!/usr/bin/env python3
"""A wave model written in numpy is the sea of a session, asked for at points of a hull.

Before every step the server tells where the points are, we answer with elevation, velocity and
pressure there, and it sums the pressure over the hull. The same wave, given in the model, acts by
the database's coefficients; the two forces are printed side by side. They differ by what the hull
does to the wave, which a pressure of undisturbed water does not know: about omega^2 A33 / C33, 3 %
in this wave, whose length is 125 times the radius of the hull.

    python wave_model.py                       # starts its own server
    python wave_model.py localhost:50051       # or uses a running one
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import raftup
from raftup import FloatArray

DATABASE = Path(__file__).resolve().parents[2] / "examples" / "data" / "own" / "hemisphere.h5"
GRAVITY, DENSITY, RADIUS = 9.81, 1000.0, 5.0


@dataclass(frozen=True)
class RegularWave:
    """A linear wave along +x in deep water.

    Attributes:
        amplitude: m.
        period: s.
    """

    amplitude: float
    period: float

    def water(self, time: float, points: FloatArray) -> FloatArray:
        """What the server wants to know of the water.

        Args:
            time: s.
            points: [n, 3] m, world.

        Returns:
            [n, 5] elevation (m), velocity (3, m/s), dynamic pressure (Pa).
        """
        omega = 2.0 * np.pi / self.period
        k = omega**2 / GRAVITY
        phase = omega * time - k * points[:, 0]
        decay = np.exp(k * np.minimum(points[:, 2], 0.0))
        elevation = self.amplitude * np.cos(phase)
        along = omega * decay * elevation
        up = -omega * decay * self.amplitude * np.sin(phase)
        pressure = DENSITY * GRAVITY * decay * elevation
        return np.column_stack([elevation, along, np.zeros_like(along), up, pressure])


def hemisphere_panels(rings: int = 10, sectors: int = 24) -> tuple[FloatArray, FloatArray]:
    """Points and outward area vectors of the wetted hull, [n, 3] m and m2, about its centre."""
    edges = np.linspace(0.0, 0.5 * np.pi, rings + 1)  # from the keel to the waterline
    keel_angle = 0.5 * (edges[1:] + edges[:-1])
    around = (np.arange(sectors) + 0.5) * 2.0 * np.pi / sectors
    angle, turn = (grid.ravel() for grid in np.meshgrid(keel_angle, around, indexing="ij"))
    normal = np.column_stack(
        [np.sin(angle) * np.cos(turn), np.sin(angle) * np.sin(turn), -np.cos(angle)]
    )
    area = RADIUS**2 * np.diff(-np.cos(edges)) * 2.0 * np.pi / sectors
    return RADIUS * normal, np.repeat(area, sectors)[:, None] * normal


def model_of(wave: RegularWave, field: bool) -> raftup.Model:
    """The free hemisphere: in the wave of the model, or in a field that a client answers for."""
    model: dict[str, Any] = {
        "name": "wave_model" if field else "wave_of_the_model",
        "bodies": [
            {
                "name": "hull",
                "inertia": {"xx": 2.0e6, "yy": 2.0e6, "zz": 2.0e6},
                "free": [False, False, True, False, False, False],
            }
        ],
        "hydrodynamics": [
            {"name": "water", "database": str(DATABASE), "bodies": [{"body": "hull"}]}
        ],
        "outputs": ["hull.force.excitation", "hull.displacement", "sea.elevation"],
        "integration": {"step": 0.05},
    }
    if field:
        points, areas = hemisphere_panels()
        points[:, 2] += 2.0  # the model frame lies at the centre of mass, 2 m below the surface
        water = {"body": "hull", "points": points.ravel().tolist(), "areas": areas.ravel().tolist()}
        model["inputs"] = [{"name": "water", "wave_field": {**water, "replaces_excitation": True}}]
        model["outputs"] = ["hull.force.excitation", "hull.displacement"]
    else:
        regular = {"amplitude": wave.amplitude, "period": wave.period}
        model["environment"] = {"sea": {"waves": [{"regular": regular}]}}
    return raftup.load_model(model)


def run_by_client(client: raftup.Client, wave: RegularWave, step_count: int) -> raftup.Rows:
    """The hull in our wave model, one question and one answer a step."""
    participant = raftup.Participant("wave_model", inputs=["water"])
    with client.create_session(model_of(wave, field=True), participants=[participant]) as session:
        session.initialise()
        points = session.read(["water.points"])["water.points"][-1].reshape(-1, 3)
        rows = []
        with session.exchange(
            inputs=["water"],
            outputs=["hull.force.excitation", "hull.displacement", "water.points"],
            participant_id="wave_model",
        ) as exchange:
            step = session.step_ns * 1e-9
            for index in range(step_count):
                time = index * step
                exchange.command(
                    time, {"water": wave.water(time, points).ravel()}, until=time + step
                )
                rows.append(exchange.advance())
                points = rows[-1]["water.points"][-1].reshape(-1, 3)
        return raftup.Rows.concatenate(rows)


def run_by_model(client: raftup.Client, wave: RegularWave, step_count: int) -> raftup.Rows:
    """The hull in the same wave, given in the model."""
    with client.create_session(model_of(wave, field=False)) as session:
        session.initialise()
        return session.step(step_count, output_stride=1)


def compare(
    address: str, wave: RegularWave, step_count: int = 800
) -> tuple[raftup.Rows, raftup.Rows]:
    """Runs both and prints the force and the motion in heave.

    Returns:
        rows of the client's wave, rows of the model's.
    """
    with raftup.connect(address) as client:
        ours = run_by_client(client, wave, step_count)
        theirs = run_by_model(client, wave, step_count)
    print("  time [s]   force by client, by model [kN]   heave by client, by model [m]")
    for i in range(step_count // 10 - 1, step_count, step_count // 10):
        force = [rows["hull.force.excitation"][i - step_count, 2] / 1e3 for rows in (ours, theirs)]
        heave = [rows["hull.displacement"][i - step_count, 2] for rows in (ours, theirs)]
        print(f"{ours.time[i - step_count]:10.2f}{force[0]:16.2f}{force[1]:12.2f}", end="")
        print(f"{heave[0]:20.4f}{heave[1]:11.4f}")
    return ours, theirs


def main() -> None:
    """Compares on the server that the command line names, or on our own."""
    with raftup.server_address(*sys.argv[1:]) as address:
        compare(address, RegularWave(amplitude=0.2, period=20.0))


if __name__ == "__main__":
    main()
