"""A barge and a tug beside it, both boxes: the specification of a family of them."""

from pathlib import Path
from typing import Any

import pytest

from raftup.base.errors import SpecificationError

from . import panel_meshes

OMEGA = [1.0, 1.6]


def write_boxes(folder: Path) -> None:
    """Their meshes."""
    panel_meshes.write_obj(folder / "barge.obj", panel_meshes.box_panels(20.0, 8.0, 3.0, 4.0))
    panel_meshes.write_obj(folder / "tug.obj", panel_meshes.box_panels(9.0, 6.0, 2.0, 3.0))


def document(meshes: Path, positions: dict[str, Any], second: str = "tug", **family: Any) -> Any:
    """A barge and, beside it, another body."""
    return {
        "gravity": 9.81,
        "bodies": [
            {"name": "barge", "mesh": str(meshes / "barge.obj"), "center_of_mass": [0, 0, -1]},
            {"name": "other", "mesh": str(meshes / f"{second}.obj"), "center_of_mass": [0, 0, -1]},
        ],
        "frequencies": {"omega": OMEGA},
        "wave_directions_deg": [-135, -45, 45, 135],
        "family": {"positions": {"other": positions}} | family,
    }


def solved(folder: Path, positions: dict[str, Any], omega: list[float]) -> Path:
    """A family of a barge and a tug."""
    from raftup.bem.family import read_family_specification, solve_family

    write_boxes(folder)
    bodies = [
        {"name": name, "mesh": str(folder / f"{name}.obj"), "center_of_mass": [0, 0, -1]}
        for name in ("barge", "tug")
    ]
    source = {
        "gravity": 9.81,
        "bodies": bodies,
        "frequencies": {"omega": omega},
        "wave_directions_deg": [0, 90, 180, 270],
        "family": {"positions": {"tug": positions}, "midpoints": "none"},
    }
    solve_family(read_family_specification(source), folder / "family.h5")
    return folder / "family.h5"


def refusals(source: dict[str, Any]) -> str:
    """What is said of a specification that is refused before anything is solved."""
    from raftup.bem.family import read_family_specification
    from raftup.bem.family.placement import check_places

    with pytest.raises(SpecificationError) as refused:
        check_places(read_family_specification(source))
    return str(refused.value)
