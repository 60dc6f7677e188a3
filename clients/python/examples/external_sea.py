#!/usr/bin/env python3
"""A client knows the sea surface at one point and streams it ahead of time to a session.

The server turns the elevation into forces by the impulse response of the excitation, which looks
into the future: the samples must run ahead of the simulation by the input's look-ahead.

    python external_sea.py                       # starts its own server
    python external_sea.py localhost:50051       # or uses a running one
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from stream_force import example_waves

import raftup
from raftup import FloatArray

MODEL = Path(__file__).resolve().parents[2] / "examples" / "models" / "external_sea.yaml"
NANOSECOND = 1e-9


def stream(
    address: str,
    elevation: Callable[[FloatArray], FloatArray],
    duration: float,
    chunk: float = 10.0,
    outputs: Sequence[str] = ("hemisphere.displacement",),
) -> raftup.Rows:
    """Runs the model in the sea that `elevation` describes and prints its states.

    Args:
        address: of a server.
        elevation: surface at the world origin [m] at times [s].
        duration: to simulate [s].
        chunk: seconds of samples in a message.
        outputs: what to return; begins with the displacement, which is printed.

    Returns:
        outputs at every step.
    """
    participant = raftup.Participant("sea", inputs=["sea"], interpolation="linear")
    with (
        raftup.connect(address) as client,
        client.create_session(MODEL, participants=[participant]) as session,
    ):
        session.initialise({"sea": elevation(np.zeros(1))})
        step = session.step_ns * NANOSECOND
        parts = []
        with session.exchange(inputs=["sea"], outputs=outputs, participant_id="sea") as exchange:
            ahead = exchange.inputs.variables[0].look_ahead_ns * NANOSECOND
            print(f"the server wants the sea {ahead:g} s ahead")
            print("  time [s]   sea [m]   heave [m]")
            sent = 0.0
            for end in np.arange(chunk, duration + chunk / 2, chunk):
                time = np.arange(sent + step / 2, end + ahead + 3 * step / 4, step / 2)
                exchange.send(time, elevation(time))
                sent = float(time[-1])
                rows = exchange.advance(round(chunk / step))
                surface = float(elevation(rows.time[-1:])[0])
                heave = rows["hemisphere.displacement"][-1, 2]
                print(f"{rows.time[-1]:10.2f}{surface:10.4f}{heave:12.4f}", flush=True)
                parts.append(rows)
        return raftup.Rows.concatenate(parts)


def main() -> None:
    """Streams the example sea to the server that the command line names, or to our own."""
    with raftup.server_address(*sys.argv[1:]) as address:
        stream(address, example_waves().elevation, duration=60.0)


if __name__ == "__main__":
    main()
