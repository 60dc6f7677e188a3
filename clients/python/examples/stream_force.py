#!/usr/bin/env python3
"""A client computes the wave force on a floating hemisphere and streams it to a session.

The server adds everything else: inertia, added mass, radiation memory, hydrostatics, mooring.

    python stream_force.py                       # starts its own server
    python stream_force.py localhost:50051       # or uses a running one
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import raftup
from raftup import FloatArray
from raftup.remote.coefficients import excitation_at

MODEL = Path(__file__).resolve().parents[2] / "examples" / "models" / "forced_by_client.yaml"


@dataclass(frozen=True)
class WaveTrain:
    """Long-crested waves: eta = ramp(t) sum a cos(omega t + phase) at the world origin.

    Attributes:
        omega: [n] rad/s.
        amplitude: [n] m.
        phase: [n] rad.
        direction: where they go [rad].
        ramp_duration: raised cosine from 0 to 1 [s].
    """

    omega: FloatArray
    amplitude: FloatArray
    phase: FloatArray
    direction: float
    ramp_duration: float

    def ramp(self, time: FloatArray) -> FloatArray:
        """[times] from 0 to 1."""
        if self.ramp_duration == 0.0:
            return np.ones_like(time)
        phase = np.pi * np.clip(time / self.ramp_duration, 0.0, 1.0)
        return np.asarray(0.5 * (1.0 - np.cos(phase)))

    def elevation(self, time: FloatArray) -> FloatArray:
        """[times] m at the world origin."""
        angle = np.outer(time, self.omega) + self.phase
        surface: FloatArray = self.ramp(time) * (np.cos(angle) @ self.amplitude)
        return surface

    def force(self, coefficients: raftup.Coefficients, time: FloatArray) -> FloatArray:
        """Excitation F = Re{a X exp(i(omega t + phase))} of a body at rest, [times, 6] N, N m."""
        transfer = excitation_at(coefficients, self.omega, self.direction)
        angle = np.outer(time, self.omega) + self.phase
        force: FloatArray = (np.exp(1j * angle) @ (self.amplitude * transfer).T).real
        force *= self.ramp(time)[:, None]
        return force


def stream(address: str, waves: WaveTrain, duration: float, chunk: float = 5.0) -> raftup.Rows:
    """Runs the model with our force, `chunk` seconds at a time, and prints its states.

    Returns:
        displacement of the hemisphere at every step.
    """
    participant = raftup.Participant("waves", inputs=["wave_force"], interpolation="linear")
    with (
        raftup.connect(address) as client,
        client.create_session(MODEL, participants=[participant]) as session,
    ):
        coefficients = client.read_coefficients(session.model.hydrodynamics[0].database)
        session.initialise({"wave_force": waves.force(coefficients, np.zeros(1))[0]})
        step = session.step_ns * 1e-9
        parts = []
        with session.exchange(
            inputs=["wave_force"],
            outputs=["hemisphere.displacement"],
            participant_id="waves",
        ) as exchange:
            print("  time [s]   surge [m]   heave [m]  pitch [deg]")
            for start in np.arange(0.0, duration, chunk):
                # The step's middle is a stage of the integrator: two samples a step keep its order.
                time = start + 0.5 * step * np.arange(1, round(2 * chunk / step) + 1)
                exchange.send(time, waves.force(coefficients, time))
                rows = exchange.advance(round(chunk / step))
                surge, _, heave, _, pitch, _ = rows["hemisphere.displacement"][-1]
                print(
                    f"{rows.time[-1]:10.2f}{surge:12.4f}{heave:12.4f}{np.rad2deg(pitch):13.4f}",
                    flush=True,
                )
                parts.append(rows)
        return raftup.Rows.concatenate(parts)


def example_waves() -> WaveTrain:
    """Three regular waves of 30 cm together."""
    return WaveTrain(
        omega=np.array([0.9, 1.3, 1.7]),
        amplitude=np.array([0.15, 0.1, 0.05]),
        phase=np.array([0.0, 1.0, 2.0]),
        direction=np.deg2rad(30.0),
        ramp_duration=20.0,
    )


def main() -> None:
    """Streams the example waves to the server that the command line names, or to our own."""
    with raftup.server_address(*sys.argv[1:]) as address:
        stream(address, example_waves(), duration=60.0)


if __name__ == "__main__":
    main()
