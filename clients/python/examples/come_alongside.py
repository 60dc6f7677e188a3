#!/usr/bin/env python3
"""A client hauls a supply vessel to a carrier, lets it lie there, and has it towed off again.

The database follows the relative position of the ships: a family, which is solved first by
    raftup hydro family clients/examples/families/approach_rough.yaml \
        --out clients/examples/families/approach_rough.h5

python come_alongside.py                   # starts its own server
python come_alongside.py localhost:50051   # or uses a running one
"""

import sys
from pathlib import Path

import numpy as np

import raftup
from raftup.model import Model, load_model

MODEL = Path(__file__).resolve().parents[2] / "examples" / "families" / "coming_alongside.yaml"

SPEED = 0.5
"""Of the winches [m/s]."""

LEAVES = 220.0
"""When the hawsers are paid out [s]."""


def winch_speeds(time: float) -> dict[str, float]:
    """Hawsers haul in until the ship leaves, tugs after that, while the others pay out."""
    hawsers = SPEED if time < LEAVES else -SPEED
    return {
        "bow_hawser_speed": hawsers,
        "stern_hawser_speed": hawsers,
        "bow_tug_speed": -hawsers,
        "stern_tug_speed": -hawsers,
    }


def frozen(database: Path) -> Model:
    """The same ships as by one database, wherever they are."""
    model = load_model(MODEL, {"hydrodynamics[0].database": str(database)})
    model.hydrodynamics[0].ClearField("configurations")
    return model


def sail(
    client: raftup.Client, duration: float, model: Model | Path = MODEL, period: float = 1.0
) -> raftup.Rows:
    """In, alongside and off again, with new commands every `period` seconds.

    Returns:
        rows of the model's outputs at every step.
    """
    with client.create_session(model) as session:
        session.initialise()
        steps = round(period / (session.step_ns * 1e-9))
        parts = []
        with session.exchange(inputs=list(winch_speeds(0.0))) as exchange:
            for time in np.arange(0.0, duration, period):
                exchange.command(time, winch_speeds(time), until=time + period)
                parts.append(exchange.advance(steps))
        return raftup.Rows.concatenate(parts)


def main() -> None:
    """Sails on the server that the command line names, or on our own, and prints where it was."""
    with raftup.server_address(*sys.argv[1:]) as address, raftup.connect(address) as client:
        rows = sail(client, duration=320.0)
        print("  time [s]  distance [m]  roll [deg]  hawser [kN]  fender [kN]")
        for k in np.arange(399, len(rows.time), 400):
            y = rows["supply.position"][k, 1] - rows["carrier.position"][k, 1]
            roll = np.rad2deg(rows["supply.displacement"][k, 3])
            hawser = rows["bow_hawser.tension"][k, 0] / 1e3
            fender = np.linalg.norm(rows["forward_fender.force"][k, :3]) / 1e3
            print(f"{rows.time[k]:10.1f}{y:14.2f}{roll:12.2f}{hawser:13.1f}{fender:13.1f}")


if __name__ == "__main__":
    main()
