"""The load hull: its mesh is uploaded, and what it means to a client."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_line import command
from conftest import CLIENTS

import raftup
from raftup.statics import find_hull

MESHES = CLIENTS / "examples" / "validation" / "meshes"


def model_with(**fields: Any) -> dict[str, Any]:
    """A cube of 1 m that floats at half of its height."""
    return {
        "environment": {"water_density": 1000},
        "bodies": [{"name": "cube", "mass": 500, "inertia": {"xx": 80, "yy": 80, "zz": 80}}],
        "loads": [{"name": "water", "hull": {"body": "cube", "mesh": "cube.obj", **fields}}],
        "integration": {"step": 0.02, "duration": 1},
        "outputs": ["cube.position", "water.wet_area", "water.displaced_volume", "water.drag"],
    }


def written(folder: Path, model: dict[str, Any]) -> Path:
    (folder / "cube.obj").write_bytes((MESHES / "cube.obj").read_bytes())
    (folder / "model.yaml").write_text(yaml.safe_dump(model), encoding="utf-8")
    return folder / "model.yaml"


def test_a_mesh_beside_the_model_is_uploaded_and_floats(
    client: raftup.Client, tmp_path: Path
) -> None:
    result = raftup.run(written(tmp_path, model_with(normal_drag=1)), client)
    last = result.isel(time=-1)
    assert float(abs(last.position).max()) == pytest.approx(0, abs=1e-12)
    assert float(last.water_wet_area) == pytest.approx(1 + 4 * 0.5)
    assert float(last.water_displaced_volume) == pytest.approx(0.5)
    assert last.water_drag.shape == (3,)


def test_statics_take_the_mesh_of_the_load(client: raftup.Client, tmp_path: Path) -> None:
    hull = find_hull(client, written(tmp_path, model_with()))
    assert hull.label == "cube"
    assert hull.mass == 500
    assert hull.water_density == 1000
    with pytest.raises(raftup.RaftupError, match="those that fit: none"):
        find_hull(client, written(tmp_path, model_with(pressure=False)))


def test_inspect_shows_added_mass_and_stiffness_of_a_mesh(tmp_path: Path) -> None:
    file = written(tmp_path, model_with(ellipsoid=[0.5, 0.5, 0.5]))
    (hull,) = json.loads(command("inspect", file.name, "--json", folder=tmp_path).stdout)["hulls"]
    assert (hull["load"], hull["body"]) == ("water", "cube")
    ball = 1000 * 2 / 3 * math.pi * 0.5**3
    assert hull["added_mass"] == pytest.approx([ball] * 3 + [0] * 3, abs=1e-9)
    assert hull["stiffness"][2] == pytest.approx(1000 * 9.80665)
    shown = " ".join(command("inspect", file.name, folder=tmp_path).stdout.split())
    assert "Meshes without a database" in shown
    file = written(tmp_path, model_with(pressure=False))
    assert (
        json.loads(command("inspect", file.name, "--json", folder=tmp_path).stdout)["hulls"] == []
    )


def test_a_mesh_that_is_not_there_and_two_added_masses_are_refused(
    client: raftup.Client, tmp_path: Path
) -> None:
    both = {"added_mass": [100 * (i % 7 == 0) for i in range(36)], "ellipsoid": [1, 1, 1]}
    with pytest.raises(raftup.ModelError, match="one of them"):
        raftup.run(written(tmp_path, model_with(**both)), client)
    model = model_with()
    model["loads"][0]["hull"].pop("mesh")
    with pytest.raises(raftup.ModelError, match=r"loads\[0\]\.hull\.mesh"):
        raftup.run(written(tmp_path, model), client)
