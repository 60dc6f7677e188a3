#!/usr/bin/env python3
"""One run becomes ten: after the same minute of waves a tug pulls at a moored buoy, ever harder.

The minute is simulated once. Ten sessions go on from its checkpoint, bit for bit as it would have,
waves that the buoy has radiated included; what differs is the pull alone.

    python fork_run.py [ADDRESS]       # starts its own server where none is named
"""

import sys
from pathlib import Path

import raftup
from raftup import FloatArray

MODEL = Path(__file__).resolve().parents[2] / "examples" / "models" / "forced_by_client.yaml"
SPECTRUM = {"jonswap": {"significant_wave_height": 1.0, "peak_period": 7.0}, "seed": 1}
CHANGES = {
    "environment.sea": {"ramp_duration": 20, "waves": [{"irregular": SPECTRUM}]},
    "inputs": [{"name": "tug", "external_force": {"body": "hemisphere"}}],
}
PAST, FUTURE = 60.0, 60.0  # s
PULLS = [5.0e3 * index for index in range(10)]  # N, along x
OUTPUT = "hemisphere.displacement"


def branch(client: raftup.Client, checkpoint: str, pull: float) -> FloatArray:
    """[steps, 6] displacement of the buoy [m, rad] from the checkpoint on, pulled with `pull` N."""
    with client.create_session(from_checkpoint=checkpoint) as session:
        step = session.step_ns * 1e-9
        with session.exchange(inputs=["tug"], outputs=[OUTPUT], output_stride=1) as exchange:
            exchange.send(PAST, [pull, 0.0, 0.0, 0.0, 0.0, 0.0], watermark=PAST + FUTURE)
            return exchange.advance(round(FUTURE / step))[OUTPUT]


def what_ifs(address: str, pulls: list[float]) -> list[FloatArray]:
    """One branch for each pull."""
    with (
        raftup.connect(address) as client,
        client.create_session(MODEL, overrides=CHANGES) as session,
    ):
        session.initialise()
        session.step(round(PAST / (session.step_ns * 1e-9)))
        checkpoint = session.checkpoint("a minute of waves")
        return [branch(client, checkpoint, pull) for pull in pulls]


def main() -> None:
    """Runs the ten branches and prints how far the buoy goes in each."""
    with raftup.server_address(*sys.argv[1:]) as address:
        print("pull [kN]  furthest surge [m]")
        for pull, displacement in zip(PULLS, what_ifs(address, PULLS), strict=True):
            print(f"{pull / 1e3:9.1f}  {displacement[:, 0].max():18.3f}")


if __name__ == "__main__":
    main()
