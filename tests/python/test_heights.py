"""Terrains from images and numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from PIL import Image
from typer.testing import CliRunner

import raftup
from raftup.cli.main import app
from raftup.model.load import load_model

PLAIN = np.array([[0.0, 1.0, 2.0], [-3.0, 4.0, 5.5]])  # as a map is seen


def made(tmp_path: Path, file: Path, *options: str) -> dict[str, object]:
    out = tmp_path / "bed.yaml"
    arguments = ["mesh", "heights", str(file), "-o", str(out), "--size", "40", "10", *options]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    shape: dict[str, object] = yaml.safe_load(out.read_text())
    return shape


def refusal(file: Path, *options: str) -> str:
    arguments = ["mesh", "heights", str(file), "-o", str(file.with_suffix(".yaml")), *options]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2, result.output
    return " ".join(result.output.split())


def test_numbers_row_by_row_are_nodes_from_the_largest_y_on(tmp_path: Path) -> None:
    for kind, of in (("float32", "<f4"), ("float64", "<f8"), ("int16", "<i2")):
        file = tmp_path / "bed.bin"
        (2.0 * PLAIN).astype(of).tofile(file)
        shape = made(tmp_path, file, "--columns", "3", "--type", kind, "--scale", "0.5")
        field = load_model({"shapes": [{"name": "bed", **shape}]}).shapes[0].height_field
        assert (field.columns, field.rows, list(field.size)) == (3, 2, [40.0, 10.0])
        assert list(field.heights) == [-3.0, 4.0, 5.5, 0.0, 1.0, 2.0]


@pytest.mark.parametrize(("kind", "white"), [(np.uint8, 255), (np.uint16, 65535)])
def test_black_is_the_lowest_and_white_the_highest(
    tmp_path: Path, kind: type[np.generic], white: int
) -> None:
    grey = np.array([[0, white], [white // 5, white]]).astype(kind)
    Image.fromarray(grey).save(tmp_path / "bed.png")
    shape = made(tmp_path, tmp_path / "bed.png", "--between", "-12", "-2")
    field = load_model({"shapes": [{"name": "bed", **shape}]}).shapes[0].height_field
    np.testing.assert_allclose(field.heights, [-10.0, -2.0, -12.0, -2.0], rtol=1e-15)


def test_a_line_meets_the_terrain_where_the_image_has_it(
    client: raftup.Client, tmp_path: Path
) -> None:
    """At the node of the third of four columns in the upper of three rows."""
    grey = np.zeros((3, 4), np.uint8)
    grey[0, 2] = 255
    Image.fromarray(grey).save(tmp_path / "bed.png")
    shape = made(tmp_path, tmp_path / "bed.png", "--between", "1", "4")
    x, y = (2 / 3 - 0.5) * 40.0, 5.0
    probe = {"line": {"end": [0, 0, -10]}, "position": [x, y - 1e-9, 10]}
    model = {
        "shapes": [{"name": "bed", "material": "rock", **shape}],
        "bodies": [{"name": "ball", "shapes": [{"sphere": {"radius": 1}, "density": 1e3}]}],
        "integration": {"step": 0.02, "duration": 1},
    }
    with client.create_session(model) as session:
        session.initialise()
        (hit,) = session.query_contacts([probe], "pick")
        assert hit.shape2 == "/bed"
        assert hit.positions[0][2] == pytest.approx(4.0, abs=1e-6)


def test_what_is_no_terrain_is_refused_with_the_rule(tmp_path: Path) -> None:
    size = ("--size", "4", "3")
    Image.fromarray(np.zeros((2, 2, 3), np.uint8)).save(tmp_path / "colour.png")
    assert "must be grey, of 8 or 16 bits, is of mode RGB" in refusal(
        tmp_path / "colour.png", *size
    )
    (tmp_path / "text.png").write_text("no image")
    assert "must be an image that Pillow reads" in refusal(tmp_path / "text.png", *size)
    (tmp_path / "short.bin").write_bytes(bytes(20))
    numbers = (tmp_path / "short.bin", *size, "--columns")
    assert "must be whole rows of 12 bytes, are 20 bytes" in refusal(*numbers, "3")
    assert "columns must be >= 2, is 1" in refusal(*numbers, "1")
    assert "type must be one of uint8" in refusal(*numbers, "5", "--type", "complex")
    assert "must be 2 x 2 or more, are 5 x 1" in refusal(*numbers, "5")
    (tmp_path / "flat.bin").write_bytes(bytes(16))
    flat = (tmp_path / "flat.bin", "--columns", "2")
    assert "size must be lengths > 0" in refusal(*flat, "--size", "4", "-3")
