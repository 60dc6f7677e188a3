"""Arrays of half spheres for the tests of raftup.bem.array."""

from pathlib import Path
from typing import Any

from raftup.bem import read_specification
from raftup.bem.array.solution import ArrayModel
from raftup.bem.geometry import build_geometry, panel_model

from . import panel_meshes


def specified(folder: Path, positions: list[list[float]], **changes: Any) -> dict[str, Any]:
    """Half spheres of 5 m at some positions; fields of the document and of the body replaced."""
    panels = panel_meshes.half_sphere_panels(5.0, 12, 5)
    mesh = panel_meshes.write_obj(folder / "buoy.obj", panels)
    body = {"name": "buoy", "mesh": str(mesh), "center_of_mass": [0, 0, -2], "lid": "none"}
    document = {
        "gravity": 9.81,
        "bodies": [body | changes.pop("body", {})],
        "array": {"positions": positions},
        "wave_directions_deg": [0, 45, 100],
    }
    return document | changes


def array_of(document: dict[str, Any]) -> ArrayModel:
    specification = read_specification(document)
    model = panel_model(build_geometry(specification), specification)
    assert isinstance(model, ArrayModel)
    return model
