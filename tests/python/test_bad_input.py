"""What a model must not say: every broken rule comes back with path, rule and value."""

from pathlib import Path
from typing import Any

import pytest
from conftest import reference

import raftup


def violations(
    client: raftup.Client, model: dict[str, Any], overrides: dict[str, Any]
) -> dict[str, str]:
    with pytest.raises(raftup.ModelError) as caught:
        client.create_session(model, overrides=overrides)
    return {violation.path: violation.description for violation in caught.value.violations}


CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown field": ({"bodies[0].mas": 1.0}, "bodies[0].mas", "mass"),
    "not a number": ({"bodies[0].mass": float("nan")}, "bodies[0].mass", "nan"),
    "negative mass": ({"bodies[0].mass": -3.0}, "bodies[0].mass", "-3"),
    "missing body": (
        {"loads[0].linear_mooring.body": "ghost"},
        "loads[0].linear_mooring.body",
        "ghost",
    ),
    "body the database does not have": (
        {"hydrodynamics[0].bodies[0].database_body": "ghost"},
        "hydrodynamics[0].bodies[0].database_body",
        "ghost",
    ),
    "database that does not exist": (
        {"hydrodynamics[0].database": "ghost.h5"},
        "hydrodynamics[0].database",
        "ghost.h5",
    ),
    "database that is not on the server": (
        {"hydrodynamics[0].database": "ghost"},
        "hydrodynamics[0].database",
        "ghost",
    ),
    "output step not a multiple of the step": (
        {"integration.output_step": 0.12},
        "integration.output_step",
        "0.12",
    ),
    "zero step": ({"integration.step": 0}, "integration.step", "0"),
    "wave shorter than the data": (
        {
            "environment.sea.waves": [
                {"regular": {"amplitude": 0.1, "period": 5.0}},
                {"components": {"omega": [1.0, 6.0], "amplitude": [0.1, 0.1]}},
            ]
        },
        "environment.sea.waves[1].components",
        "components[1].omega must not exceed the database's last frequency, 5 rad/s, got 6",
    ),
    "database of another depth": (
        {"environment.water_depth": 5.0},
        "hydrodynamics[0].database",
        # k h = 1.036: 1 / sqrt(tanh(k h)) = 1.135
        "got water_depth inf m: 100 % of the variance is off, by up to 13 %",
    ),
    "spectrum with negative energy": (
        {
            "environment.sea.waves[0]": {
                "irregular": {
                    "tabulated": {
                        "omega": [0.5, 1, 2],
                        "direction_deg": [0, 90],
                        "density": [1, 1, 1, -0.5, 1, 1],
                    }
                }
            }
        },
        "environment.sea.waves[0].irregular",
        "density[3] must be finite and >= 0, got -0.5",
    ),
    "unknown output": ({"outputs": ["ghost.position"]}, "outputs[0]", "ghost"),
    "indefinite inertia": ({"bodies[0].inertia.xx": -1e9}, "bodies[0].inertia", ""),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "_"))
def test_a_broken_rule_is_named_with_its_path_and_value(
    case: str, client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    overrides, path, value = CASES[case]
    found = violations(client, hemisphere, overrides)
    matching = [name for name in found if name.startswith(path)]
    assert matching, found
    assert value in found[matching[0]]


def test_a_heading_outside_the_data_is_named_with_its_wave(client: raftup.Client) -> None:
    (database,) = reference("bemio/rm3.h5")
    model = {
        "environment": {
            "sea": {"waves": [{"regular": {"amplitude": 1, "period": 8, "direction_deg": 30}}]}
        },
        "bodies": [{"name": "float", "inertia": {"xx": 2e7, "yy": 2e7, "zz": 4e7}}],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(database),
                "bodies": [{"body": "float", "database_body": "float"}],
            }
        ],
        "integration": {"step": 0.05, "duration": 1},
    }
    found = violations(client, model, {})
    assert list(found) == ["environment.sea.waves[0].regular"]
    rule = "must lie within the database's directions, seen from body float at rest, got 30 deg"
    assert rule in found["environment.sea.waves[0].regular"]


def test_a_wave_without_a_kind_beside_one_beyond_the_data_names_both(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    short_wave = {"regular": {"amplitude": 0.1, "period": 0.2}}
    hemisphere["environment"] = {"sea": {"waves": [short_wave, {}]}}
    found = violations(client, hemisphere, {})
    assert list(found) == ["environment.sea.waves[1]", "environment.sea.waves[0].regular"]


def test_duplicate_names_are_refused(client: raftup.Client, hemisphere: dict[str, Any]) -> None:
    hemisphere["bodies"].append(dict(hemisphere["bodies"][0], mass=1.0))
    found = violations(client, hemisphere, {})
    assert "hemisphere" in found["bodies[1].name"]


def test_several_broken_rules_of_schema_and_physics_are_reported_at_once(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    found = violations(
        client,
        hemisphere,
        {
            "bodys": [],
            "bodies[0].mass": -3.0,
            "environment.gravity": float("inf"),
            "integration.output_step": 0.12,
            "loads[0].linear_mooring.body": "ghost",
        },
    )
    assert set(found) == {
        "bodys",
        "bodies[0].mass",
        "environment.gravity",
        "integration.output_step",
        "loads[0].linear_mooring.body",
    }


def test_a_file_that_is_no_database_is_refused_with_the_reason(
    client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "broken.h5"
    file.write_bytes(b"no HDF5" * 100)
    found = violations(client, hemisphere, {"hydrodynamics[0].database": str(file)})
    assert "HDF5" in found["hydrodynamics[0].database"]


def test_the_server_lives_on_after_bad_input(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    violations(client, hemisphere, {"bodies[0].mass": -3.0})
    with client.create_session(hemisphere) as session:
        session.initialise()
        session.step(1)
