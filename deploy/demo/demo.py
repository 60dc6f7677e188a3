#!/usr/bin/env python3
"""The demo: two ships side by side in a JONSWAP sea, then a wave force streamed by a client.

Starts a raftupd on loopback, runs clients/examples/models/alongside.yaml there, writes the result
and its pictures, streams a force to a second session and ends the server.
"""

import argparse
import runpy
import sys
from pathlib import Path

import numpy as np
import xarray as xr
from rich.console import Console
from rich.table import Table

import raftup
from raftup.plots import gap_between_sides, plot_gap, save, save_result_plots
from raftup.progress import ProgressBar

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "clients" / "examples" / "models" / "alongside.yaml"
STREAM_FORCE = ROOT / "clients" / "python" / "examples" / "stream_force.py"
CARRIER_PORT_SIDE, SUPPLY_STARBOARD_SIDE = 9.0, -7.0  # m: half breadths of alongside.h5


def run_two_ships(client: raftup.Client, out: Path, duration: float, console: Console) -> None:
    """Simulates the two ships, writes result.nc and the pictures, prints a summary."""
    console.rule("Two ships side by side")
    with ProgressBar(console) as progress:
        result = raftup.run(
            MODEL,
            server=client,
            overrides={"integration.duration": duration},
            progress=progress,
            out=out / "result.nc",
        )
    gap = gap_between_sides(result, "carrier", CARRIER_PORT_SIDE, "supply", SUPPLY_STARBOARD_SIDE)
    console.print(summary(result))
    console.print(f"gap amidships: {gap[0]:.2f} m at rest, least {gap.min():.2f} m")
    files = save_result_plots(result, client, out)
    files.append(save(plot_gap(result, gap, "Gap between the hulls"), out / "gap.png"))
    for file in [out / "result.nc", *files]:
        console.print(f"wrote {file}", highlight=False, soft_wrap=True)


def summary(result: xr.Dataset) -> Table:
    """Standard deviations and largest values of every motion."""
    table = Table("body", "motion", "standard deviation", "largest", title="Motions")
    for body in result.body.values:
        for dof in result.dof.values:
            motion = result.displacement.sel(body=body, dof=dof).values
            rotation = dof in ("roll", "pitch", "yaw")
            values, unit = (np.rad2deg(motion), "deg") if rotation else (motion, "m")
            table.add_row(
                body, dof, f"{values.std():.3f} {unit}", f"{abs(values).max():.3f} {unit}"
            )
    return table


def main() -> None:
    """Runs the demo; --out names the folder of what it leaves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "demo")
    parser.add_argument("--duration", type=float, default=1800.0, help="of the two ships' run [s]")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    console = Console()
    with raftup.local_server(listen="127.0.0.1:0") as server:
        console.print(f"raftupd listens on {server.address}", highlight=False)
        with raftup.connect(server.address) as client:
            run_two_ships(client, arguments.out, arguments.duration, console)
        console.rule("A second client streams the wave force on a hemisphere")
        example = runpy.run_path(str(STREAM_FORCE))
        example["stream"](server.address, example["example_waves"](), duration=60.0)
    console.print("raftupd ended")
    result = arguments.out / "result.nc"
    command = Path(sys.executable).with_name("raftup")
    hint = f"see them move: {command} console {result}"
    console.print(hint, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
