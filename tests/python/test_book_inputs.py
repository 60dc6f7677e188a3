"""Databases and meshes of reference cases are what their formulas say."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
from book_inputs import FOLDER, ball, meshes, write_all


def arrays(file: Path) -> dict[str, Any]:
    """Every array and attribute of a database."""
    found: dict[str, Any] = {}

    def keep(name: str, item: h5py.Group | h5py.Dataset) -> None:
        found[name] = item[()] if isinstance(item, h5py.Dataset) else dict(item.attrs)

    with h5py.File(file) as root:
        found["/"] = dict(root.attrs)
        root.visititems(keep)
    return found


def test_files_are_what_their_formulas_say(tmp_path: Path) -> None:
    write_all(tmp_path)
    written = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*.*"))
    assert written == sorted(
        path.relative_to(FOLDER) for path in FOLDER.rglob("*.*") if path.suffix in (".h5", ".obj")
    )
    for name in written:
        if name.suffix == ".obj":
            assert (tmp_path / name).read_text() == (FOLDER / name).read_text()
            continue
        expected, found = arrays(tmp_path / name), arrays(FOLDER / name)
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            # functions of the library of mathematics may differ in the last digit
            if isinstance(value, np.ndarray) and value.dtype.kind == "f":
                np.testing.assert_allclose(found[key], value, rtol=1e-14)
            else:
                np.testing.assert_equal(found[key], value)


def test_meshes_are_closed_and_face_outward() -> None:
    for name, mesh in meshes().items():
        sides = {(face[i - 1], face[i]) for face in mesh.faces for i in range(len(face))}
        assert len(sides) == sum(map(len, mesh.faces)), name
        assert {(end, start) for start, end in sides} == sides, name
    squared = ball()
    triangles = [
        squared.vertices[[face[0], *face[i : i + 2]]]
        for face in squared.faces
        for i in range(1, len(face) - 1)
    ]
    volume = np.linalg.det(np.array(triangles)).sum() / 6.0
    assert abs(volume / (4.0 / 3.0 * np.pi * 5.0**3) - 1.0) < 1e-6
