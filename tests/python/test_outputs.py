"""raftup outputs: what a model can put out, and choosing of it by wildcards."""

import json
from pathlib import Path

import xarray as xr
from command_line import command
from conftest import MODELS


def test_outputs_of_a_model_are_listed_and_chosen_by_wildcards(tmp_path: Path) -> None:
    model = MODELS / "alongside.yaml"
    listed = command("outputs", model, "*.tension", "sea.*", "--json", folder=tmp_path)
    document = json.loads(listed.stdout)
    names = [one["name"] for one in document]
    assert names[:2] == ["bow_line.tension", "stern_line.tension"]
    assert "sea.elevation" in names
    assert document[0] == {
        "name": "bow_line.tension",
        "unit": "N",
        "size": 1,
        "meaning": "tension of the line",
    }
    missed = command("outputs", model, "*.tention", folder=tmp_path)
    assert missed.returncode == 2
    assert "must match at least one of" in missed.stderr
    command("run", model, "--duration", 0.2, "--outputs", "*.tension", folder=tmp_path)
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert json.loads(result.attrs["model"])["outputs"] == [
            name for name in names if name.endswith(".tension")
        ]
