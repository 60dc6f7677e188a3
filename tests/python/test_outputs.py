"""raftup outputs: what a model can put out, and choosing of it by wildcards."""

import json
from pathlib import Path

import pytest
import xarray as xr
from command_line import command
from conftest import MODELS

import raftup
from raftup._generated.session_pb2 import Causality
from raftup.cli.outputs import output_documents

SHIPPED = sorted(file.stem for file in MODELS.glob("*.yaml") if "moordyn" not in file.stem)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_model_lists_before_a_run_what_its_session_serves(
    name: str, client: raftup.Client
) -> None:
    file = MODELS / f"{name}.yaml"
    model = raftup.load_model(file)
    # no output depends on the memory, whose fit would take seconds; only sections need one
    memory = "convolution" if any(body.sections for body in model.bodies) else "none"
    groups = range(len(model.hydrodynamics))
    overrides = {f"hydrodynamics[{i}].radiation.memory": memory for i in groups}
    listed = client.describe_outputs(file)
    with client.create_session(file, overrides=overrides, durability="none") as session:
        served = [v for v in session.variables() if v.causality == Causality.CAUSALITY_OUTPUT]
        recorded = list(session.model.outputs)  # the defaults are written out
    assert list(listed.variables) == served  # name, unit, frame, size and meaning
    assert list(listed.recorded) == recorded


def test_no_memory_is_fitted_and_nothing_kept_for_a_list(tmp_path: Path) -> None:
    model = MODELS / "hemisphere_regular.yaml"
    with (
        raftup.local_server(data=tmp_path) as server,
        raftup.connect(server.address) as client,
    ):
        client.describe_outputs(model)
        assert not list(client.list_sessions())
        assert not files_in(tmp_path / "fits")
        client.check_model(model)
        assert files_in(tmp_path / "fits"), "which is where a fit would stand"


def files_in(folder: Path) -> list[Path]:
    """All below it."""
    return [path for path in folder.rglob("*") if path.is_file()]


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
        "frame": "",
        "meaning": "tension of the line",
        "recorded": False,
        "result": {"variable": "bow_line_tension"},
    }
    assert document[-1]["recorded"]
    missed = command("outputs", model, "*.tention", folder=tmp_path)
    assert missed.returncode == 2
    assert "must match at least one of" in missed.stderr
    assert "such as bow_line.tension or stern_line.tension" in missed.stderr
    missed = command("outputs", model, "carrier.positoin", folder=tmp_path)
    assert "such as carrier.position" in missed.stderr
    command("run", model, "--duration", 0.2, "--outputs", "*.tension", folder=tmp_path)
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert json.loads(result.attrs["model"])["outputs"] == [
            name for name in names if name.endswith(".tension")
        ]


def test_a_model_names_its_outputs_by_wildcards_and_its_file_says_where_they_are(
    client: raftup.Client,
) -> None:
    overrides = {
        "outputs": ["slewing_ring.*", "*.position", "sea.elevation"],
        "integration.duration": 0.2,
    }
    model = raftup.load_model(MODELS / "slewing_crane.yaml", overrides)
    outputs = client.describe_outputs(model)
    documents = {one["name"]: one for one in output_documents(outputs, outputs.recorded)}
    result = raftup.run(model, client)
    assert json.loads(result.attrs["model"])["outputs"] == list(documents)
    for name, one in documents.items():
        variable, *owners = one["result"].values()
        values = result[variable]
        assert name in values.attrs["output"].split(" ")
        assert values.attrs["units"] == one["unit"]
        assert values.attrs["frame"] == (one["frame"] or "none")
        assert values.attrs["long_name"] == one["meaning"]
        of_owner = values.sel(body=owners[0]) if owners else values
        assert of_owner.isel(time=0).size == one["size"]
        assert of_owner.notnull().all()


def test_a_wrong_name_in_a_model_is_told_with_the_nearest(client: raftup.Client) -> None:
    model = MODELS / "alongside.yaml"
    for wrong, rule in {
        "supply.positoin": "must be an output of the session such as supply.position, got",
        "supply.heave": "must be an output of the session such as supply.position or supply.",
        "*.tention": "must stand for one of the ",
    }.items():
        with pytest.raises(raftup.ModelError) as refused:
            client.describe_outputs(model, {"outputs": [wrong]})
        (violation,) = refused.value.violations
        assert violation.path == "outputs[0]"
        assert violation.description.startswith(rule)
