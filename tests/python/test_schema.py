"""What editors and people look fields up in: JSON Schema, raftup explain, the reference."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from command_line import command
from conftest import CLIENTS, MODELS
from describe.facts import facts_of, plain_default
from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from raftup import RaftupError, load_model
from raftup.base.errors import StudyError
from raftup.base.yaml12 import parse_yaml
from raftup.model import model_document
from raftup.schema import SchemaKind, explain, load_schema, modeline, schema_file
from raftup.study.reading import read_study

STUDIES = CLIENTS / "examples" / "studies"
EXAMPLES = [
    *((path, SchemaKind.MODEL) for path in sorted(MODELS.glob("*.yaml"))),
    *((path, SchemaKind.STUDY) for path in sorted(STUDIES.glob("*.yaml"))),
]
FLOATING: dict[str, Any] = {
    "bodies": [{"name": "buoy", "mass": 1e3, "inertia": {"xx": 1, "yy": 1, "zz": 1}}],
    "integration": {"step": 0.1, "duration": 1},
}
LOAD = {"slope": 3, "equivalent_cycles": 1e6}
SPREAD = {"path": "bodies[0].mass", "values": [1, 2]}


def read_as_editors_do(uri: str) -> Resource[Any]:
    return DRAFT7.create_resource(json.loads(Path(url2pathname(urlsplit(uri).path)).read_text()))


def broken_rules(document: Any, kind: SchemaKind) -> set[str]:
    """Paths of what the schema's file refuses, with the file that it refers to."""
    registry: Registry[Any] = Registry(retrieve=read_as_editors_do)  # type: ignore[call-arg]
    schema = {"$ref": schema_file(kind).as_uri()}
    errors = Draft7Validator(schema, registry=registry).iter_errors(document)
    return {".".join(map(str, error.absolute_path)) for error in errors}


def test_schemas_and_reference_are_those_of_the_protos() -> None:
    script = CLIENTS / "python" / "generate_reference.py"
    done = subprocess.run(
        [sys.executable, script, "--check"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize("kind", SchemaKind)
def test_a_schema_is_one(kind: SchemaKind) -> None:
    Draft7Validator.check_schema(load_schema(kind))


@pytest.mark.parametrize(("path", "kind"), EXAMPLES, ids=[path.stem for path, _ in EXAMPLES])
def test_examples_pass_and_name_their_schema(path: Path, kind: SchemaKind) -> None:
    text = path.read_text()
    assert broken_rules(parse_yaml(text), kind) == set()
    relative = os.path.relpath(schema_file(kind), path.parent)
    assert text.splitlines()[0] == modeline(relative)


HYDRO_EXAMPLES = [
    *sorted((CLIENTS / "examples" / "hydro").glob("*.yaml")),
    CLIENTS / "examples" / "families" / "approach_rough.yaml",
    CLIENTS / "examples" / "families" / "three_barges_track.yaml",
]


@pytest.mark.parametrize("path", HYDRO_EXAMPLES, ids=lambda path: str(path.stem))
def test_what_hydro_solves_passes_its_schema(path: Path) -> None:
    assert broken_rules(parse_yaml(path.read_text()), SchemaKind.HYDRO) == set()


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ({"gravty": 9.81}, ""),
        ({"frequencies": {"first": 0.0, "last": 1.0, "count": 1}}, "frequencies.count"),
        ({"bodies": [{"name": "a", "mesh": "a.obj"}]}, "bodies.0"),
        ({"wave_directions_deg": []}, "wave_directions_deg"),
    ],
)
def test_what_hydro_refuses_its_schema_refuses(part: dict[str, Any], place: str) -> None:
    hull = {"name": "a", "mesh": "a.obj", "center_of_mass": [0, 0, 0], "lid": "none"}
    assert broken_rules({"bodies": [hull]}, SchemaKind.HYDRO) == set()
    assert broken_rules({"bodies": [hull], **part}, SchemaKind.HYDRO) == {place}
    assert explain("bodies.lid", SchemaKind.HYDRO).default == "auto"
    assert explain("family.positions.b.x", SchemaKind.HYDRO).unit == "m"


def test_examples_and_reference_cases_have_short_names_of_enums() -> None:
    own = CLIENTS / "python" / "raftup" / "validation" / "cases"
    files = [*own.glob("*.yaml"), *MODELS.parent.rglob("*.yaml")]
    long = re.compile(r": [A-Z]+(_[A-Z0-9]+)+\b")
    assert len(files) > 20
    assert [file.name for file in files if long.search(file.read_text())] == []


@pytest.mark.parametrize("stepper", ["spook", "SPOOK", "STEPPER_SPOOK"])
def test_an_enum_may_have_its_whole_name(stepper: str) -> None:
    model = load_model({**FLOATING, "integration": {"step": 1, "duration": 1, "stepper": stepper}})
    assert model_document(model)["integration"]["stepper"] == "spook"


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.yaml")), ids=lambda path: path.stem)
def test_what_the_loader_writes_out_passes(path: Path) -> None:
    document = model_document(load_model(path))
    assert broken_rules(document, SchemaKind.MODEL) == set()


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ({"bodys": []}, ""),
        ({"bodies": [{"mass": 1}]}, "bodies.0"),
        ({"bodies": [{"name": "a", "mass": "heavy"}]}, "bodies.0.mass"),
        ({"bodies": [{"name": "a", "mass": 0}]}, "bodies.0.mass"),
        ({"bodies": [{"name": "a", "position": [0, 0]}]}, "bodies.0.position"),
        ({"bodies": [{"name": "a", "gravity": "no"}]}, "bodies.0.gravity"),
        ({"bodies": [{"name": "a", "motion": "flying"}]}, "bodies.0.motion"),
        ({"bodies": [{"name": "a", "motion": "MOTION_FLYING"}]}, "bodies.0.motion"),
        ({"bodies": {"name": "a"}}, "bodies"),
        ({"integration": {"step": 0.1, "theta": 0.4}}, "integration.theta"),
        ({"loads": [{"name": "l", "damper": {"body1": "a"}, "rope": {}}]}, "loads.0"),
        ({"loads": [{"name": "l"}]}, "loads.0"),
        ({"environment": {"wind": {"seed": 1.5}}}, "environment.wind.seed"),
    ],
)
def test_wrong_models_fail_where_they_are_wrong(part: dict[str, Any], place: str) -> None:
    assert broken_rules(FLOATING, SchemaKind.MODEL) == set()
    assert place in broken_rules({**FLOATING, **part}, SchemaKind.MODEL)


@pytest.mark.parametrize("name", ["kinematic", "MOTION_KINEMATIC"])
def test_choices_go_by_both_names(name: str) -> None:
    body = {"name": "tug", "motion": name}
    assert broken_rules({**FLOATING, "bodies": [body]}, SchemaKind.MODEL) == set()


@pytest.mark.parametrize(
    ("part", "right"),
    [
        ({}, True),
        ({"axes": {"mass": SPREAD}, "statistics": "mean", "warm_up": 0.5}, True),
        ({"axes": {"m": {"paths": {"m": "bodies[0].mass"}, "values": {"m": [1, 2]}}}}, True),
        ({"axes": {"mass": {"path": "bodies[0].mass", "range": [1, 9, 2]}}}, True),
        ({"set": {"bodies[0].mass": 2e3}, "confidence": 0.5}, True),
        ({"axes": {"mass": {**SPREAD, "range": [1, 2]}}}, False),
        ({"axes": {"mass": {"path": "bodies[0].mass"}}}, False),
        ({"axes": {"mass": {**SPREAD, "paths": {"m": "bodies[0].mass"}}}}, False),
        ({"statistics": ["median"]}, False),
        ({"confidence": 1}, False),
        ({"duration": 0}, False),
        ({"case": 1}, False),
        ({"fatigue": [{"name": "f", "output": "buoy.displacement", "slope": 3}]}, False),
        ({"fatigue": [{"name": "f", "output": "buoy.displacement", "del": LOAD}]}, True),
        ({"fatigue": [{"name": "f", "output": "b.x", "tn": LOAD}]}, False),
        ({"extremes": [{"name": "e", "output": "buoy.displacement", "method": "acer"}]}, True),
        ({"extremes": [{"name": "e", "output": "buoy.displacement", "method": "best"}]}, False),
        ({"limits": [{"name": "l", "output": "buoy.displacement", "allowed": 2}]}, False),
    ],
)
def test_studies_pass_that_the_reader_takes(part: dict[str, Any], right: bool) -> None:
    document = {"model": FLOATING, **part}
    assert (broken_rules(document, SchemaKind.STUDY) == set()) == right
    if right:
        read_study(document)
    else:
        with pytest.raises(StudyError):
            read_study(document)


def test_a_comment_says_shape_unit_range_and_default() -> None:
    facts = facts_of("[3] N s/m, N s/m, N m s, >= 0: of surge, sway, yaw; default 0.")
    assert (facts.sizes, facts.unit) == ((3,), "N s/m, N s/m, N m s")
    assert (facts.limits, facts.default, facts.required) == ({"minimum": 0}, "0", False)
    assert plain_default(facts.default, facts.sizes) == [0, 0, 0]


@pytest.mark.parametrize(
    ("comment", "unit", "limits"),
    [
        ("[6] diagonal or [36]: N/m, N, N m, N m/rad; default 0.", "N/m, N, N m, N m/rad", {}),
        ("m/N or rad/(N m), >= 0: how far it yields.", "m/N or rad/(N m)", {"minimum": 0}),
        ("m, > 0, at most 25.", "m", {"exclusiveMinimum": 0, "maximum": 25}),
        ("l, .25 to 50: the larger the narrower.", "", {"minimum": 0.25, "maximum": 50}),
        ("1 to 1000: elements; default 20.", "", {"minimum": 1, "maximum": 1000}),
        ("[3] > -1, per body axis: C.", "", {"exclusiveMinimum": -1}),
        ("N, > 0 draws them together.", "N", {}),
        ("m, > min_length: all the line.", "m", {}),
        ("Solids without overlap.", "", {}),
    ],
)
def test_facts_of_a_comment(comment: str, unit: str, limits: dict[str, float]) -> None:
    facts = facts_of(comment)
    assert (facts.unit, facts.limits) == (unit, limits)


def test_required_is_what_has_to_be_given_whatever_else_is() -> None:
    assert facts_of("Required, unique.").required
    assert facts_of("Name of a body; required.").required
    assert not facts_of("kg, > 0. Required for any other dynamic body.").required
    assert not facts_of("Of hydrostatics nonlinear, and then required: the hull.").required


def test_a_field_is_explained_through_lists_and_choices() -> None:
    mass = explain("bodies[0].mass")
    assert (mass.type, mass.unit, mass.range) == ("number", "kg", "> 0")
    assert mass.default.startswith("that of the shapes; without any")
    velocity = explain("bodies.linear_velocity")
    assert (velocity.type, velocity.default) == ("3 numbers", "0 each")
    stepper = explain("integration.stepper")
    assert list(stepper.values)[:2] == ["rk4", "midpoint"]
    assert stepper.default == "automatic"
    assert explain("joints.name").required
    assert "irregular" in explain("environment.sea.waves").fields
    assert explain("axes.hs.samples.count", SchemaKind.STUDY).range == ">= 1"
    # a whole sentence: what stands behind a colon is what it means
    mesh = explain("bodies").fields["visual_mesh"]
    assert mesh == "Mesh by which programs draw the body; default: its shapes"
    driven = explain("bodies").fields["prescribed"]
    assert driven.startswith("For a kinematic body: its motion as a function of time")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("bodies.mas", "is no field; did you mean mass?"),
        ("bodies.mass.value", "is no field; bodies.mass has none"),
        ("vessels", "is no field; the document has name, description, "),
    ],
)
def test_a_field_that_is_not_there_is_refused(path: str, said: str) -> None:
    with pytest.raises(RaftupError, match=f"{path} {said}".replace("?", r"\?")):
        explain(path)


def test_the_command_explains_prints_schemas_and_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    told = command("explain", "environment.sea.ramp_duration", folder=tmp_path)
    assert told.returncode == 0
    assert "unit     s" in told.stdout
    assert "range    >= 0" in told.stdout
    told = command("explain", "bodies.mass", "--json", folder=tmp_path)
    assert json.loads(told.stdout)["unit"] == "kg"
    refused = command("explain", "bodies.mas", folder=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "did you mean mass?" in refused.stderr
    told = command("schema", "study", folder=tmp_path)
    assert json.loads(told.stdout) == load_schema(SchemaKind.STUDY)
    line = command("schema", "model", "--modeline", folder=tmp_path).stdout
    assert line == f"# yaml-language-server: $schema={schema_file(SchemaKind.MODEL)}\n"


def test_the_shell_completes_commands_and_paths_of_fields() -> None:
    def completed(words: str) -> list[str]:
        variables = {
            "_RAFTUP_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }
        # the shell calls the script `raftup`; by the name decides the library which variable counts
        script = "import sys; sys.argv[0] = 'raftup'; from raftup.cli.main import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.stdout.split()

    assert completed("raftup exp") == ["explain"]
    assert completed("raftup explain bodies.mass") == [
        "bodies.mass",
        "bodies.mass_coefficients",
        "bodies.mass_distribution",
    ]
    assert completed("raftup explain nothing.") == []
