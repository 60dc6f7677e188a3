"""Hulls that are given to the console by the option --mesh."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from raftup.base.errors import RaftupError
from raftup.console.meshes import parse_mesh_option, read_mesh

from .helpers import origin_of


def test_hulls_are_read_placed_and_refused_with_their_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
    good = tmp_path / "good.obj"
    good.write_text(square + "f 1 2 3 4\n")
    body, file, place = parse_mesh_option(f"ship={good}@1,2,3")
    data = read_mesh(file, place)
    assert body == "ship"
    assert [*np.frombuffer(data[:8], "<u4")] == [4, 2]
    assert [*np.frombuffer(data[8:20], "<f4")] == [1, 2, 3]
    assert origin_of("http://a:1/x#code=2") == "http://a:1"
    refused = {"empty.obj": square, "far.obj": square + "f 1 2 9\n", "none.xyz": "no mesh"}
    for name, text in refused.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(RaftupError, match="must"):
            read_mesh(tmp_path / name)
    (tmp_path / "nan.obj").write_text(square.replace("1 1 0", "nan 1 0") + "f 1 2 3\n")
    with pytest.raises(RaftupError, match="must have finite coordinates"):
        read_mesh(tmp_path / "nan.obj")
    with (tmp_path / "large.stl").open("wb") as large:
        large.truncate((64 << 20) + 1)
    with pytest.raises(RaftupError, match="must have at most 67108864 bytes"):
        read_mesh(tmp_path / "large.stl")
    monkeypatch.setattr("raftup.meshes.files._TRIANGLE_LIMIT", 1)
    with pytest.raises(RaftupError, match="must have at most 1 triangles"):
        read_mesh(good)
    for option in ("ship", "ship=a@1,2", "ship=a@x,y,z", "=a"):
        with pytest.raises(RaftupError, match="must be BODY=FILE"):
            parse_mesh_option(option)
