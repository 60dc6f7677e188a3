"""The example of three barges: first run, family along it at few nodes, run by the family."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from conftest import CLIENTS

import raftup
from raftup.model import load_model

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem.family import read_family_specification, solve_family

FOLDER = CLIENTS / "examples" / "families"


def specification(run: Path, **family: Any) -> dict[str, Any]:
    """That of the example, along a run."""
    source: dict[str, Any] = yaml.safe_load((FOLDER / "three_barges_track.yaml").read_text("utf-8"))
    for body in source["bodies"]:
        body["mesh"] = str(FOLDER / body["mesh"])
    source["family"] |= {"along": str(run)} | family
    return source


def test_the_example_runs_by_a_family_along_its_first_run(
    client: raftup.Client, tmp_path: Path
) -> None:
    """By three of the nodes and four of the frequencies, for waves that are longer."""
    run = tmp_path / "first.nc"
    raftup.run(FOLDER / "three_barges_first.yaml", client).to_netcdf(run)
    whole = read_family_specification(specification(run))
    assert len(whole.positions) == 26  # 150 m by steps of 6 m
    few = specification(run, spacing=6.0, times=[0.0, 12.0], shortest_wave=40.0)
    few["frequencies"] = {"omega": [0.4, 0.7, 1.0, 1.3]}
    file = tmp_path / "three.h5"
    assert len(solve_family(read_family_specification(few), file).positions) == 3
    model = load_model(
        FOLDER / "three_barges.yaml",
        {"hydrodynamics[0].database": str(file), "integration.duration": 12},
    )
    result = raftup.run(model, client)
    way, distance = result.three_configuration.values.T
    # the barges give some of their momentum to the water, which is at rest at the start
    assert 0.85 < way[-1] / (np.hypot(1.0, 0.3) * 12.0) < 1.0
    assert (np.diff(way) > 0.0).all()
    assert distance.max() < 1.0
