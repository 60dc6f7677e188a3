"""What raftup inspect shows of models and databases."""

import json
from pathlib import Path

import pytest
from command_line import command
from conftest import DATABASES, MODELS, reference


def test_inspect_writes_out_the_defaults_of_a_model(tmp_path: Path) -> None:
    done = command("inspect", MODELS / "alongside.yaml", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    carrier, _ = document["model"]["bodies"]
    assert carrier["mass"] > 1e6
    assert document["model"]["integration"]["stepper"] == "automatic"
    assert document["radiation"][0]["memory"] in ("convolution", "partitioned", "state_space")
    modes = {(mode["body"], mode["dof"]): mode["period"] for mode in document["natural_periods"]}
    assert modes["supply", "roll"] == pytest.approx(8.85, abs=0.05)
    assert modes["carrier", "heave"] == pytest.approx(6.23, abs=0.05)


def test_inspect_shows_a_model_as_yaml_and_tables(tmp_path: Path) -> None:
    done = command("inspect", MODELS / "hemisphere_regular.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "stepper: automatic" in done.stdout
    assert "hemisphere heave" in done.stdout
    assert "radiation of hull" in done.stdout


def test_inspect_says_what_is_wrong_with_a_mesh(tmp_path: Path) -> None:
    (tmp_path / "open.yaml").write_text(
        "bodies: [{name: ball, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, position: [0, 0, 5],"
        " shapes: [{name: ball, material: stone, counts_mass: false, sphere: {radius: 1}}]}]\n"
        "materials: [{name: stone}]\n"
        "shapes: [{name: hull, material: stone, mesh:"
        " {vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],"
        " triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3]}}]\n"
        "integration: {step: 0.01, duration: 1}\n"
    )
    done = command("inspect", "open.yaml", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["findings"] == [
        "mesh of shape '/hull' should be closed, got 3 edges of one triangle only, the first at "
        "(0, 0.5, 0) m in its own axes"
    ]


def test_inspect_shows_the_folder_of_a_database_without_an_import(tmp_path: Path) -> None:
    (case,) = reference("readers/nemoh3_cylinder/Nemoh.cal")
    done = command("inspect", case.parent, "--report=page.html", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "nemoh" in (tmp_path / "page.html").read_text()
    document = json.loads(done.stdout)
    assert document["omega"]["count"] == 44
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]
    (control,) = reference("readers/hams_spar/Input/ControlFile.in")
    shown = command("inspect", control, folder=tmp_path)
    assert "displaced_volume" in shown.stdout or "mass over density" in shown.stdout
    (tmp_path / "none").mkdir()
    refused = command("inspect", "none", folder=tmp_path)
    assert refused.returncode == 2
    assert "must hold one database" in refused.stderr


def test_inspect_shows_a_database_and_draws_it(tmp_path: Path) -> None:
    database = DATABASES / "alongside.h5"
    done = command("inspect", database, "--plot=plots", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "117 frequencies 0.1 to 3 rad/s" in done.stdout
    assert "carrier" in done.stdout
    assert "6.70" in done.stdout
    for unit in ("volume [m3]", "center of gravity [m]", "heave period [s]"):
        assert unit in done.stdout
    pictures = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert pictures == [
        "alongside_added_mass.png",
        "alongside_excitation.png",
        "alongside_excitation_supply.png",
        "alongside_radiation_damping.png",
        "alongside_retardation_kernel.png",
    ]
