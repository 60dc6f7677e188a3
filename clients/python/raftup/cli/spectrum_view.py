"""Display of a directional spectrum as text and data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from raftup.cli.documents import print_json
from raftup.cli.terminal import terminal
from raftup.sea import DirectionalSpectrum, read_spectrum


def inspect_spectrum(file: Path, time: str, place: int, as_json: bool, plot: Path | None) -> None:
    """Shows one sea state of a file for `raftup inspect`; figures go to the folder `plot`."""
    chosen = int(time) if time.lstrip("-").isdigit() else time
    spectrum = read_spectrum(file, time=chosen, place=place)
    document = spectrum_document(file, spectrum)
    if as_json:
        print_json(document)
    else:
        show_spectrum(terminal(), document)
    if plot is not None:
        from raftup.plots import plot_directional_spectrum, save

        picture = save(plot_directional_spectrum(spectrum), plot / f"{file.stem}_spectrum.png")
        terminal(stderr=True).print(f"plot {picture}", soft_wrap=True)


def spectrum_document(file: Path, spectrum: DirectionalSpectrum) -> dict[str, Any]:
    """Heights, periods, directions and grids as plain values; angles in degrees."""
    towards = float(np.rad2deg(spectrum.mean_direction))
    return {
        "file": str(file),
        "time": spectrum.time,
        "place": spectrum.place,
        "significant_wave_height": spectrum.significant_wave_height,
        "peak_period": spectrum.peak_period,
        "mean_period": spectrum.mean_period,
        "zero_crossing_period": spectrum.zero_crossing_period,
        "mean_direction_deg": towards,
        "coming_from_compass_deg": (270.0 - towards) % 360.0,
        "directional_spread_deg": float(np.rad2deg(spectrum.directional_spread)),
        "omega": {
            "count": len(spectrum.omega),
            "first": float(spectrum.omega[0]),
            "last": float(spectrum.omega[-1]),
        },
        "direction_count": len(spectrum.direction),
        "findings": list(spectrum.findings),
    }


def show_spectrum(console: Console, document: dict[str, Any]) -> None:
    """Prints a table of a sea's heights, periods and directions."""
    table = Table("quantity", "value", title=document["file"], title_justify="left")
    rows = {
        "state": ", ".join(filter(None, [document["time"], document["place"]])) or "-",
        "significant wave height": f"{document['significant_wave_height']:.2f} m",
        "peak period": f"{document['peak_period']:.2f} s",
        "mean period T01": f"{document['mean_period']:.2f} s",
        "zero-crossing period T02": f"{document['zero_crossing_period']:.2f} s",
        "mean direction": f"towards {document['mean_direction_deg']:.1f} deg from east, "
        f"from {document['coming_from_compass_deg']:.1f} deg by compass",
        "directional spread": f"{document['directional_spread_deg']:.1f} deg",
        "frequencies": f"{document['omega']['count']}, {document['omega']['first']:.3g} to "
        f"{document['omega']['last']:.3g} rad/s",
        "directions": str(document["direction_count"]),
    }
    for name, value in rows.items():
        table.add_row(name, value)
    console.print(table)
    for finding in document["findings"]:
        console.print(f"  {finding}", soft_wrap=True)
