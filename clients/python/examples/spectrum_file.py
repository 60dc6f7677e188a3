#!/usr/bin/env python3
"""A ship in the sea that a wave model forecast: reads a directional spectrum, runs a model in it.

python spectrum_file.py era5.nc --time 2024-01-15T12:00
python spectrum_file.py ww3.nc --model my_ship.yaml --duration 3600 --out result.nc
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import xarray as xr

import raftup
from raftup.model import load_model
from raftup.sea import DirectionalSpectrum, read_spectrum

MODEL = Path(__file__).resolve().parents[2] / "examples" / "models" / "alongside.yaml"
DIRECTIONAL_COMPONENTS = 16  # frequencies per direction


def answerable(
    spectrum: DirectionalSpectrum, client: raftup.Client, model: Path
) -> DirectionalSpectrum:
    """The part of the spectrum at frequencies that every database of the model covers."""
    for group in load_model(model).hydrodynamics:
        name = client.upload_database(Path(group.database)).name
        spectrum = spectrum.up_to(float(client.read_coefficients(name).omega[-1]))
    return spectrum


def run_in_spectrum(
    spectrum: DirectionalSpectrum, model: Path, duration: float, out: Path
) -> xr.Dataset:
    """Runs a model with the sea of a spectrum in place of its own.

    Args:
        spectrum: whole; what the model's databases cannot answer is left out, and said.
        model: model file.
        duration: to simulate [s].
        out: result, NetCDF-4.
    """
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        part = answerable(spectrum, client, model)
        for finding in part.findings:
            print(f"  {finding}")
        overrides = {
            "environment.sea": {
                "ramp_duration": 20.0,
                "waves": [part.wave_system(seed=1, component_count=DIRECTIONAL_COMPONENTS)],
            },
            "integration.duration": duration,
        }
        return raftup.run(model, client, overrides, progress=True, out=out)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the file that the command line names, says what it holds, runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spectrum", type=Path)
    parser.add_argument("--time", default="0", help="index or date")
    parser.add_argument("--place", type=int, default=0)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--duration", type=float, default=600.0)
    parser.add_argument("--out", type=Path, default=Path("result.nc"))
    given = parser.parse_args(arguments)
    time = int(given.time) if given.time.lstrip("-").isdigit() else given.time
    spectrum = read_spectrum(given.spectrum, time=time, place=given.place)
    print(
        f"{given.spectrum} {spectrum.time} {spectrum.place}: "
        f"Hs {spectrum.significant_wave_height:.2f} m, Tp {spectrum.peak_period:.1f} s, "
        f"towards {np.rad2deg(spectrum.mean_direction):.0f} deg from +x"
    )
    result = run_in_spectrum(spectrum, given.model, given.duration, given.out)
    for body in result.body.values:
        heave = result["displacement"].sel(body=body, dof="heave")
        print(f"{body}: heave standard deviation {float(heave.std()):.3f} m")


if __name__ == "__main__":
    main()
