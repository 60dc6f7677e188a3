"""The chains of the OC4 semisubmersible by the load `line` and by MoorDyn, in a decay."""

from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from conftest import MODELS

import raftup

FAIRLEADS = ([20.434, 35.393, -4.1], [-40.868, 0, -4.1], [20.434, -35.393, -4.1])
ANCHORS = ([418.8, 725.383, -200], [-837.6, 0, -200], [418.8, -725.383, -200])
CHAIN = {
    "length": 835.5,
    "elements": 20,
    "diameter": 0.0766,
    "mass_per_length": 113.35,
    "axial_stiffness": 7.536e8,
    "drag": 2.0,
    "axial_drag": 0.4,
    "added_mass": 0.8,
    "axial_added_mass": 0.25,
}
"""That of oc4_semi_moordyn.yaml."""


def decay(loads: list[dict[str, Any]], outputs: list[str]) -> dict[str, Any]:
    """The semisubmersible without waves, with a push in surge, sway and heave."""
    model: dict[str, Any] = yaml.safe_load((MODELS / "oc4_semi_moordyn.yaml").read_text())
    del model["environment"]["sea"]
    water = model["hydrodynamics"][0]
    water["database"] = str(MODELS / water["database"])
    del water["second_order"], water["excitation"]
    model["bodies"][0]["linear_velocity"] = [1.5, 0.3, 1.0]
    model["integration"] = {"step": 0.02, "duration": 60, "output_step": 0.1}
    return {**model, "loads": loads or model["loads"], "outputs": ["semi.displacement", *outputs]}


@pytest.fixture(scope="module")
def both(client: raftup.Client) -> tuple[xr.Dataset, xr.Dataset]:
    """The decay by MoorDyn and by lines."""
    pytest.importorskip("moordyn")
    lines = [
        {
            "name": f"line_{number}",
            "line": {
                "end_a": {"body": "semi", "point": fairlead},
                "end_b": {"anchor": anchor},
                "sections": [CHAIN],
            },
        }
        for number, (fairlead, anchor) in enumerate(zip(FAIRLEADS, ANCHORS, strict=True), 1)
    ]
    tensions = [f"{line['name']}.{end}" for line in lines for end in ("tension", "anchor_tension")]
    return (
        raftup.run(decay([], ["chains.tension", "chains.anchor_tension"]), client),
        raftup.run(decay(lines, tensions), client),
    )


def test_the_vessel_moves_alike(both: tuple[xr.Dataset, xr.Dataset]) -> None:
    by_moordyn, by_lines = (run.displacement.sel(body="semi").values for run in both)
    largest = np.abs(by_moordyn).max(axis=0)
    difference = np.abs(by_lines - by_moordyn).max(axis=0)
    assert (difference[:3] < 3e-3 * largest[:3]).all()


@pytest.mark.parametrize("end", ["tension", "anchor_tension"])
def test_the_chains_pull_alike(end: str, both: tuple[xr.Dataset, xr.Dataset]) -> None:
    by_moordyn, by_lines = both
    for number in (1, 2, 3):
        expected = by_moordyn[f"chains_{end}"].values[5:, number - 1]
        error = by_lines[f"line_{number}_{end}"].values[5:] - expected
        # MoorDyn gives the tension of the element; a line the force at its end, .5 % more on top.
        assert error.std() < 5e-3 * np.ptp(expected)
        assert np.abs(error).max() < 0.03 * np.ptp(expected)
