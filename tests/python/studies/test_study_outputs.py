"""What is kept of gaps, accelerations and line tensions, and how their cases are computed."""

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from conftest import CLIENTS

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

import raftup
from raftup.study.report import write_report
from raftup.study.rerun import rerun_case

WARM_UP = 5.0
STUDY: dict[str, Any] = {
    "model": str(CLIENTS / "examples" / "models" / "alongside.yaml"),
    "set": {"environment.sea.waves[0].irregular.component_count": 50},
    "axes": {"seed": {"path": "environment.sea.waves[0].irregular.seed", "range": [1, 2]}},
    "duration": 30,
    "warm_up": WARM_UP,
    "statistics": ["mean", "std", "skewness", "kurtosis", "min", "max", "up_crossings"],
    "observers": [
        {"name": "carrier_side", "body": "carrier", "position": [0, 9, 2]},
        {"name": "gap", "body": "supply", "position": [0, -7, 2], "relative_to": "carrier_side"},
        {"name": "bow", "body": "supply", "position": [35, 0, 4]},
    ],
    "outputs": [
        "supply.displacement",
        "gap.distance",
        "gap.position",
        "bow.linear_acceleration",
        "bow_line.tension",
    ],
    "limits": [{"name": "near", "output": "gap.position", "component": 1, "below": 6.1}],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("outputs") / "alongside.study"
    raftup.study(STUDY, folder, workers=1)
    return folder


def moments(rows: xr.DataArray) -> dict[str, np.ndarray]:
    """By their definitions, over time."""
    values = rows.values
    mean, std = values.mean(axis=0), values.std(axis=0)
    reduced = (values - mean) / std
    return {
        "mean": mean,
        "std": std,
        "skewness": (reduced**3).mean(axis=0),
        "kurtosis": (reduced**4).mean(axis=0),
        "min": values.min(axis=0),
        "max": values.max(axis=0),
    }


def test_gaps_accelerations_and_tensions_have_the_moments_of_their_rows(
    folder: Path, tmp_path: Path
) -> None:
    study = raftup.open_study(folder).sel(seed=2)
    assert rerun_case(folder, str(study.key.item()), tmp_path / "r.nc", output_step=0.05)
    with xr.open_dataset(tmp_path / "r.nc") as series:
        rows = series.sel(time=series.time > WARM_UP + 1e-9).load()
    chosen = {
        "displacement": {"body": "supply"},
        "gap_distance": {},
        "observer_position": {"observer": "gap"},
        "observer_linear_acceleration": {"observer": "bow"},
        "bow_line_tension": {},
    }
    for name, labels in chosen.items():
        for statistic, expected in moments(rows[name].sel(labels)).items():
            found = study[f"{name}_{statistic}"].sel(labels)
            np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9, err_msg=name)
    near = rows.observer_position.sel(observer="gap", xyz="y") < 6.1
    assert 0.0 < near.mean() < 1.0
    assert float(study.exceeded_fraction.sel(limit="near")) == pytest.approx(float(near.mean()))


def test_the_radiation_memory_is_chosen_once_by_measuring_and_said(
    folder: Path, tmp_path: Path
) -> None:
    trials = json.loads(raftup.open_study(folder).attrs["radiation_trials"])
    assert {trial["form"] for trial in trials} == {"auto", "partitioned", "convolution"}
    assert trials[0]["case_time"] <= trials[-1]["case_time"] / 0.8
    more = copy.deepcopy(STUDY)
    more["axes"]["seed"]["range"] = [1, 3]
    again = raftup.study(more, folder, workers=1)
    assert json.loads(again.attrs["radiation_trials"]) == trials, "not measured a second time"
    write_report(folder, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "Radiation memory: every form was tried on the first case" in page
    for trial in trials:
        assert f"<td>{trial['form']}</td>" in page
