"""Model files become messages, and every broken rule is named with its path."""

import json
import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from raftup.base.yaml12 import parse_yaml
from raftup.model import Model, ModelError, load_model, model_document

MODELS = Path(__file__).resolve().parents[2] / "clients" / "examples" / "models"


def violations_of(source: object, **overrides: object) -> dict[str, str]:
    with pytest.raises(ModelError) as caught:
        load_model(source, overrides)  # type: ignore[arg-type]
    return {violation.path: violation.description for violation in caught.value.violations}


def write(folder: Path, text: str, name: str = "model.yaml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("text", ["3.01e8", "1_000", "12"])
def test_a_number_in_quotes_is_told_how_it_is_written(text: str) -> None:
    [rule] = violations_of({"bodies": [{"name": "a", "mass": text}]}).values()
    number = float(text.replace("_", ""))
    assert rule.startswith(
        f"must be a number, is {text!r}, a text: leave the quotes away, or write {number!r}"
    )
    [plain] = violations_of({"bodies": [{"name": "a", "mass": "heavy"}]}).values()
    assert plain == "must be a number, is 'heavy'"


def waves(**wave: object) -> dict[str, object]:
    return {"environment": {"sea": {"waves": [wave]}}}


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_plain_form_of_every_example_gives_the_same_model_back(path: Path) -> None:
    model = load_model(path)
    assert model.name == path.stem
    assert load_model(model_document(model)) == model
    assert load_model(model) == model


def test_a_json_file_gives_the_same_model_as_yaml(tmp_path: Path) -> None:
    model = load_model(MODELS / "two_body_heave.yaml")
    path = write(tmp_path, json.dumps(model_document(model)), "model.json")
    assert load_model(path) == model


@pytest.mark.parametrize(
    ("text", "value"),
    [("1e7", 1e7), ("2.0e5", 2e5), ("1E+3", 1e3), (".5", 0.5), ("5.", 5.0), ("010", 10.0)],
)
def test_numbers_are_those_of_yaml_1_2(tmp_path: Path, text: str, value: float) -> None:
    path = write(tmp_path, f"bodies: [{{name: a, mass: {text}}}]")
    assert load_model(path).bodies[0].mass == value


@pytest.mark.parametrize("word", ["on", "no", "yes", "off"])
def test_words_that_yaml_1_1_takes_for_truth_values_stay_names(tmp_path: Path, word: str) -> None:
    assert load_model(write(tmp_path, f"name: {word}")).name == word


def test_a_key_given_twice_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "name: a\nname: b\n")
    assert "repeated key 'name'" in violations_of(path)[str(path)]


@pytest.mark.parametrize("text", ["bodies: [", "", "- a\n- b\n"])
def test_a_file_that_is_no_mapping_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    assert str(path) in violations_of(path)


def test_a_missing_file_is_refused_by_its_name(tmp_path: Path) -> None:
    assert "cannot be read" in violations_of(tmp_path / "none.yaml")[str(tmp_path / "none.yaml")]


def test_enum_values_are_taken_with_and_without_prefix() -> None:
    short = load_model({"integration": {"stepper": "rk4"}})
    assert short == load_model({"integration": {"stepper": "STEPPER_RK4"}})
    assert model_document(short) == {"integration": {"stepper": "rk4"}}


def test_every_broken_rule_is_reported_with_its_path() -> None:
    found = violations_of(
        {
            "bodys": [],
            "name": 3,
            "bodies": [
                {"name": "a", "mas": 1.0, "mass": float("nan"), "center_of_mass": [0, 0, "x"]},
                {"name": "b", "mass": "heavy", "motion": "fly", "free": True},
            ],
            "environment": {"gravity": float("inf")},
        }
    )
    assert found == {
        "bodys": "unknown field; did you mean bodies?",
        "name": "must be a text, is 3",
        "bodies[0].mas": "unknown field; did you mean mass?",
        "bodies[0].mass": "must be finite, is nan",
        "bodies[0].center_of_mass[2]": "must be a number, is 'x'",
        "bodies[1].mass": "must be a number, is 'heavy'",
        "bodies[1].motion": "must be one of dynamic, static, kinematic, is 'fly'",
        "bodies[1].free": "must be a list, is True",
        "environment.gravity": "must be finite, is inf",
    }


def test_two_kinds_of_one_choice_are_refused() -> None:
    found = violations_of(waves(regular={}, irregular={}))
    assert found == {"environment.sea.waves[0]": "only one may be given of regular, irregular"}


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (2**63, "must fit into 64 bits, is 9223372036854775808"),
        (True, "must be a whole number, is True"),
        (1.5, "must be a whole number, is 1.5"),
    ],
)
def test_a_value_that_is_no_64_bit_integer_is_refused(value: object, rule: str) -> None:
    found = violations_of(waves(irregular={"seed": value}))
    assert found == {"environment.sea.waves[0].irregular.seed": rule}


def test_a_64_bit_integer_may_be_text_as_in_the_json_of_protobuf() -> None:
    model = load_model(waves(irregular={"seed": "9007199254740993"}))
    assert model.environment.sea.waves[0].irregular.seed == 9007199254740993


def test_the_corners_of_a_mesh_are_whole_and_not_negative() -> None:
    def shape(corner: object) -> dict[str, object]:
        mesh = {"vertices": [0, 0, 0], "triangles": [0, corner, 2]}
        return {"shapes": [{"name": "hull", "mesh": mesh}]}

    assert list(load_model(shape(4294967295)).shapes[0].mesh.triangles) == [0, 4294967295, 2]
    rule = "must not be negative and fit into 32 bits, is -1"
    assert violations_of(shape(-1)) == {"shapes[0].mesh.triangles[1]": rule}


def test_arrays_and_numbers_of_numpy_are_taken() -> None:
    model = load_model({"bodies": [{"mass": np.float64(2.0), "position": np.arange(3.0)}]})
    assert list(model.bodies[0].position) == [0.0, 1.0, 2.0]


def test_a_database_is_found_beside_the_file_and_named_by_its_absolute_path(tmp_path: Path) -> None:
    (tmp_path / "hull.h5").touch()
    path = write(tmp_path, "hydrodynamics: [{name: hull, database: hull.h5}]")
    assert load_model(path).hydrodynamics[0].database == str(tmp_path / "hull.h5")


def test_a_database_that_is_no_file_is_refused_but_a_catalogue_name_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, "hydrodynamics: [{database: none.h5}, {database: hull-1}]")
    assert violations_of(path) == {
        "hydrodynamics[0].database": f"file must exist, is '{tmp_path / 'none.h5'}'"
    }


def test_a_mesh_that_is_shown_is_found_beside_the_model(tmp_path: Path) -> None:
    (tmp_path / "hull.obj").touch()
    path = write(
        tmp_path,
        "bodies: [{visual_mesh: {mesh: hull.obj}}, {visual_mesh: {mesh: none.obj}}, {}]",
    )
    missing = f"file must exist, is '{tmp_path / 'none.obj'}'"
    assert violations_of(path) == {"bodies[1].visual_mesh.mesh": missing}
    path = write(tmp_path, "bodies: [{visual_mesh: {mesh: hull.obj}}, {}]")
    model = load_model(path)
    assert model.bodies[0].visual_mesh.mesh == str(tmp_path / "hull.obj")
    assert not model.bodies[1].HasField("visual_mesh")


def test_the_meshes_of_shapes_are_found_beside_the_model(tmp_path: Path) -> None:
    (tmp_path / "hull.stl").touch()
    path = write(
        tmp_path,
        "bodies: [{shapes: [{mesh: {file: hull.stl, winding: first_triangle}}, {sphere: {}}]}]\n"
        "shapes: [{composite: {parts: [{convex: {file: none.obj}}, {convex: {file: quay}}]}}]",
    )
    missing = f"file must exist, is '{tmp_path / 'none.obj'}'"
    assert violations_of(path) == {"shapes[0].composite.parts[0].convex.file": missing}
    path.write_text(path.read_text().replace("none.obj", "hull.stl"))
    model = load_model(path)
    assert model.bodies[0].shapes[0].mesh.file == str(tmp_path / "hull.stl")
    parts = model.shapes[0].composite.parts
    assert [part.convex.file for part in parts] == [str(tmp_path / "hull.stl"), "quay"]


def test_a_source_mapping_is_left_as_it_was() -> None:
    source = {"bodies": [{"mass": 1.0}]}
    load_model(source, {"bodies[0].mass": 2.0})
    assert source == {"bodies": [{"mass": 1.0}]}


def test_an_empty_mapping_is_an_empty_model() -> None:
    assert load_model({}) == Model()


LAUGHS = "x0: &x0 [a, a, a, a, a, a, a, a, a, a]\n" + "".join(
    f"x{i}: &x{i} [{', '.join([f'*x{i - 1}'] * 10)}]\n" for i in range(1, 9)
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LAUGHS, "aliases must repeat at most 100000 values"),
        ("outputs: " + "[" * 3000 + "]" * 3000, "at most 100 mappings and lists deep"),
        ("outputs: &a [*a]", "an alias must not stand inside what it repeats"),
        ("integration: {step: " + "9" * 5000 + "}", "at most 1024 bits"),
        ("integration: {step: 0x" + "f" * 5000 + "}", "at most 1024 bits"),
        ("integration: {step: !!int x}", "is no int that can be read"),
        ("bodies: !!timestamp x", "is no timestamp that can be read"),
        ("name: !!bool perhaps", "is no bool that can be read"),
    ],
)
def test_a_document_that_is_more_than_it_seems_is_refused_at_once(
    text: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "model.yaml").write_text(text)
    start = time.monotonic()
    with pytest.raises(ModelError, match=re.escape(words)):
        load_model(tmp_path / "model.yaml")
    assert time.monotonic() - start < 20.0


def test_whole_numbers_beyond_every_field_are_refused_in_words() -> None:
    huge = {"integration": {"step": 10**5000}, "bodies": [{"name": 10**5000}]}
    assert violations_of(huge) == {
        "integration.step": "must be below 1.8e+308, is a whole number of 16610 bits",
        "bodies[0].name": "must be a text, is a whole number of 16610 bits",
    }


def test_aliases_that_repeat_a_little_are_read(tmp_path: Path) -> None:
    text = "bodies: [&a {name: a, inertia: &i {xx: 1}}, {<<: x, name: b, inertia: *i}]"
    (tmp_path / "model.yaml").write_text(text.replace("<<: x, ", ""))
    model = load_model(tmp_path / "model.yaml")
    assert [body.inertia.xx for body in model.bodies] == [1.0, 1.0]


def test_reading_is_given_up_in_time() -> None:
    numbers = "[" + "1.5, " * 200_000 + "1]"
    with pytest.raises(yaml.YAMLError, match="takes too long to read"):
        parse_yaml(numbers, patience=0.1)


def test_a_matrix_may_be_written_in_rows() -> None:
    stiffness = np.diag([1e3, 2e3, 3e3, 4e3, 5e3, 6e3])
    stiffness[0, 4] = stiffness[4, 0] = 70.0
    mooring = {"body": "box", "stiffness": stiffness.ravel().tolist()}
    model: dict[str, Any] = {"loads": [{"name": "springs", "linear_mooring": mooring}]}
    flat = load_model(model)
    mooring["stiffness"] = stiffness.tolist()
    assert load_model(model) == flat
    mooring["stiffness"] = [[1.0, 2.0], [3.0]]
    with pytest.raises(ModelError, match="rows of one length: row 1 has 1 numbers, the first"):
        load_model(model)
    mooring["stiffness"] = [1.0, [2.0, 3.0]]
    with pytest.raises(ModelError, match="is a mixture"):
        load_model(model)
