"""Reference cases: run, compared, refused, and the page about them."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

import raftup
from raftup.base.yaml12 import parse_yaml
from raftup.cli.main import app
from raftup.remote.rows import Columns, Rows
from raftup.schema import SchemaKind, load_schema
from raftup.validation import ValidationError, own_cases, read_case, run_case
from raftup.validation.compare import obtained
from raftup.validation.page import write_book

OWN = list(own_cases(long=True))
LIST = Path(raftup.__file__).parent / "validation" / "README.md"


@pytest.fixture
def spring() -> dict[str, Any]:
    """A mass on a spring, z = cos(2 t)."""
    return {
        "name": "spring",
        "source": "cos(2 t)",
        "model": {
            "bodies": [
                {
                    "name": "mass",
                    "mass": 1.0,
                    "gravity": False,
                    "inertia": {"xx": 1, "yy": 1, "zz": 1},
                    "position": [0, 0, 1],
                    "free": [False, False, True, False, False, False],
                }
            ],
            "loads": [
                {
                    "name": "spring",
                    "linear_mooring": {
                        "body": "mass",
                        "stiffness": [0, 0, 4, 0, 0, 0],
                        "rest_position": [0, 0, 0],
                    },
                }
            ],
            "integration": {"step": 0.01, "duration": 4},
        },
        "checks": [
            {
                "name": "at 1 s",
                "variable": "mass.displacement",
                "component": 2,
                "at": 1,
                "expected": float(np.cos(2.0)),
                "tolerance": 1e-6,
            }
        ],
    }


def write(case: dict[str, Any], folder: Path) -> Path:
    file = folder / "spring.yaml"
    file.write_text(yaml.safe_dump(case))
    return file


def test_every_kind_of_check_finds_what_a_cosine_is(
    client: raftup.Client, spring: dict[str, Any], tmp_path: Path
) -> None:
    time = np.linspace(0.0, 4.0, 41)
    table = "\n".join(f"{t},{z}" for t, z in zip(time, np.cos(2 * time), strict=True))
    (tmp_path / "known.csv").write_text(f"t,z\n{table}\n")
    number = {"variable": "mass.displacement", "component": 2}
    crossing = {"variable": "mass.linear_velocity", "component": 2, "value": -2.0 * np.sin(1.0)}
    spring["checks"] += [
        {**number, "name": "min", "measure": "min", "expected": -1, "tolerance": 1e-4},
        {
            **number,
            "name": "amplitude",
            "harmonic": float(np.pi),
            "expected": 1.0,
            "relative_tolerance": 1e-6,
        },
        {
            **number,
            "name": "sum",
            "plus": [{"variable": "mass.linear_velocity", "component": 2, "factor": -0.5}],
            "at": 1,
            "expected": float(np.cos(2.0) + np.sin(2.0)),
            "tolerance": 1e-6,
        },
        {
            **number,
            "name": "crossing",
            "crossing": {**crossing, "value": float(crossing["value"])},
            "expected": float(np.cos(1.0)),
            "tolerance": 1e-4,
        },
        {
            **number,
            "name": "series",
            "series": {"csv": "known.csv", "time": "t", "value": "z"},
            "relative_tolerance": 1e-6,
        },
        {
            "name": "energy",
            "variable": "energy.kinetic",
            "plus": "energy.potential",
            "balance": "energy.power",
            "tolerance": 1e-6,
        },
    ]
    result = run_case(read_case(write(spring, tmp_path)), client)
    assert result.status == "passed", result
    assert [one.check.kind for one in result.checks] == [
        "at",
        "measure",
        "harmonic",
        "at",
        "crossing",
        "series",
        "balance",
    ]
    assert result.checks[0].unit == "m"
    assert result.worst_share == max(one.error / one.check.tolerance for one in result.checks)
    formula = result.checks[3].check.formula
    assert formula == "mass.displacement[2] - 0.5 mass.linear_velocity[2]"
    assert result.real_time_factor > 1.0


def test_a_book_ends_with_1_where_a_case_is_outside_for_no_reason(
    spring: dict[str, Any], tmp_path: Path
) -> None:
    spring["subject"] = "Springs"
    good = write(spring, tmp_path)
    arguments = ["validate", "--out", str(tmp_path / "book"), str(good)]
    passed = CliRunner().invoke(app, arguments)
    assert passed.exit_code == 0, passed.output
    assert "1 of 1 cases are within their tolerances" in passed.output

    spring["checks"][0]["expected"] = 0.5
    bad = tmp_path / "bad.yaml"
    bad.write_text(yaml.safe_dump({**spring, "name": "bad"}))
    failed = CliRunner().invoke(app, [*arguments, str(bad)])
    assert failed.exit_code == 1
    assert "bad: at 1 s: 0.92 m, 1e-06 m allowed (outside)" in failed.output
    page = (tmp_path / "book" / "validation.html").read_text()
    assert "1 of 2 cases are within their tolerances, 1 outside" in page
    assert page.count('<img src="data:image/svg+xml') == 2
    assert page.count("<h2>Springs</h2>") == 1
    assert '<details id="spring">' in page
    assert '<details id="bad" open>' in page
    assert "http:" not in page.replace("http://www.w3.org", "")

    bad.write_text(yaml.safe_dump({**spring, "name": "bad", "reason": "It is known why."}))
    known = CliRunner().invoke(app, [*arguments, str(bad)])
    assert known.exit_code == 0
    assert "1 outside for a reason that is known" in known.output


def test_the_page_tells_the_errors_of_radiation_memories(
    client: raftup.Client, tmp_path: Path
) -> None:
    result = run_case(read_case(next(one for one in OWN if one.stem == "hemisphere_decay")), client)
    write_book([result], tmp_path / "book.html")
    (report,) = result.memories
    page = (tmp_path / "book.html").read_text()
    assert f"Radiation memory of {report.group} (" in page
    assert f"standard deviations in a sea by {100 * report.sea_error:.2g} %" in page
    assert "coefficients are known to" in page


def test_a_case_that_cannot_run_is_outside(client: raftup.Client, spring: dict[str, Any]) -> None:
    spring["checks"][0]["at"] = 5
    result = run_case(read_case(spring), client)
    assert result.status == "outside"
    assert (
        result.failure
        == "checks[0].at must lie within the times of the result, 0.0 to 4.0 s, is 5.0 s"
    )


def test_a_deviation_is_compared_with_the_frequency_domain(client: raftup.Client) -> None:
    hours = read_case(next(file for file in OWN if file.stem == "hemisphere_sea"))
    overrides = {"integration.duration": 1800}
    result = run_case(dataclasses.replace(hours, overrides=overrides), client)
    assert result.failure == ""
    assert result.checks[0].unit == "m"
    assert result.checks[0].error < 0.1  # of half an hour
    calm = run_case(dataclasses.replace(hours, overrides={"environment.sea": {}}), client)
    assert "may be response for a displacement in one irregular sea alone" in calm.failure


def refusals(case: dict[str, Any]) -> list[str]:
    with pytest.raises(ValidationError) as refused:
        read_case(case)
    return [str(violation) for violation in refused.value.violations]


def test_cases_that_break_rules_are_refused_with_path_and_value(spring: dict[str, Any]) -> None:
    check = spring["checks"][0]
    del spring["source"]
    spring["colour"] = "red"
    spring["checks"] = [
        {**check, "measure": "median"},
        {**check, "relative_tolerance": 1e-3},
        {**check, "tolerance": 0},
        {**check, "expected": "response"},
        {
            "name": "mean",
            "variable": "a",
            "measure": "mean",
            "expected": "response",
            "tolerance": 1,
        },
        {**check, "plus": [{"component": 1}, 3]},
    ]
    said = refusals(spring)
    assert said[0] == "source: must be a text, is absent"
    assert any(one.startswith("checks[0]: must have one of at, measure, ") for one in said)
    assert "checks[1]: must have one of tolerance, relative_tolerance" in said
    assert "checks[2].tolerance: must be > 0, is 0" in said
    assert "checks[3].expected: must be a finite number, is 'response'" in said
    assert "checks[4].expected: must be a finite number, is 'response'" in said
    assert "checks[5].plus[0].variable: must be a text, is absent" in said
    assert "checks[5].plus[1]: must be a mapping of fields, is 3" in said
    assert any(one.startswith("colour: must be one of checks, model") for one in said)
    del spring["checks"]
    assert refusals(spring).count("checks: must be a list of at least 1 entries, is absent") == 1


def test_series_must_be_there_and_ascend(spring: dict[str, Any], tmp_path: Path) -> None:
    check = {"name": "series", "variable": "mass.displacement", "relative_tolerance": 0.1}
    spring["checks"] = [{**check, "series": {"csv": str(tmp_path / "no.csv")}}]
    assert refusals(spring)[0].startswith("checks[0].series.csv: cannot be read: No such file")
    file = tmp_path / "known.csv"
    file.write_text("time,value\n1,2\n0,3\n")
    spring["checks"][0]["series"] = {"csv": str(file)}
    assert refusals(spring)[0].startswith("checks[0].series: must have at least two rows at asc")


def test_a_harmonic_is_found_beside_a_mean_and_a_drift(spring: dict[str, Any]) -> None:
    check = spring["checks"][0]
    del check["at"]
    case = read_case({**spring, "checks": [{**check, "harmonic": 5.0, "component": 0}]})
    time_ns = np.arange(0, 20_000_000_000, 100_000_000)
    time = time_ns / 1e9
    values = 0.3 * np.cos(2 * np.pi * time / 5 + 0.7) + 2.0 - 0.1 * time
    columns = Columns((), {"mass.displacement": slice(0, 1)}, 1)
    rows = Rows(time_ns, values[:, None], columns)
    assert obtained(case.checks[0], rows, "checks[0]") == pytest.approx(0.3, rel=1e-9)


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.stem)
def test_own_cases_keep_their_schema(file: Path) -> None:
    document = parse_yaml(file.read_text())
    line = file.read_text().splitlines()[0]
    schema = file.parent / line.partition("$schema=")[2]
    assert schema.resolve().name == "validation.schema.json"
    jsonschema.validate(document, load_schema(SchemaKind.VALIDATION))
    assert read_case(file).name == file.stem


def test_the_list_of_cases_names_all_and_files_that_are_there() -> None:
    text = LIST.read_text()
    assert {file.stem for file in OWN} <= set(re.findall(r"`(\w+)`", text))
    for name in re.findall(r"`(tests/[^`]+)`", text):
        assert (LIST.parents[4] / name).is_file(), name


def test_own_cases_hold(client: raftup.Client) -> None:
    for name in ("fender", "two_bodies", "munk_moment", "pairs", "two_waves_second_order"):
        result = run_case(read_case(next(file for file in OWN if file.stem == name)), client)
        assert result.status == "passed", result
