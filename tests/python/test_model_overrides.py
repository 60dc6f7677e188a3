"""Values of a model file can be replaced by path."""

import pytest

from raftup.model import ModelError, load_model, parse_override

SOURCE = {
    "bodies": [{"name": "a", "mass": 1.0}],
    "environment": {"sea": {"waves": [{"irregular": {"seed": 1}}]}},
}


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("bodies[0].mass=3e5", "bodies[0].mass", 3e5),
        ("name=two=three", "name", "two=three"),
        ("bodies[0].position=[1, 2, 3]", "bodies[0].position", [1, 2, 3]),
        ("a=", "a", None),
    ],
)
def test_text_is_split_at_the_first_equals_sign(text: str, path: str, value: object) -> None:
    assert parse_override(text) == (path, value)


@pytest.mark.parametrize("text", ["mass", "=3", "a=[1"])
def test_text_without_path_or_value_is_refused(text: str) -> None:
    with pytest.raises(ModelError):
        parse_override(text)


def test_values_are_written_where_the_path_leads() -> None:
    model = load_model(
        SOURCE,
        {
            "bodies[0].mass": 3e5,
            "environment.sea.waves[0].irregular.seed": 2,
            "integration.duration": 60,
            "bodies[1].name": "b",
        },
    )
    assert model.bodies[0].mass == 3e5
    assert model.environment.sea.waves[0].irregular.seed == 2
    assert model.integration.duration == 60.0
    assert [body.name for body in model.bodies] == ["a", "b"]


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("bodies[3].mass", "index [3] must be at most 1, the length of the list"),
        (
            "bodies.mass",
            "must say which of the 1 in the list bodies, for instance bodies[0].mass",
        ),
        (
            "environment.sea.waves.irregular.seed",
            "must say which of the 1 in the list environment.sea.waves, for instance "
            "environment.sea.waves[0].irregular.seed",
        ),
        ("name[0]", "must have no index [0]: name is not a list"),
        ("name.first", "must not go beyond name, which holds no fields but 'x'"),
        ("bodies[x]", "must be a path such as bodies[0].mass"),
        ("bodies[0].mas", "unknown field; did you mean mass?"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path: str, rule: str) -> None:
    with pytest.raises(ModelError) as caught:
        load_model({**SOURCE, "name": "x"}, {path: 1.0})
    assert [(v.path, v.description) for v in caught.value.violations] == [(path, rule)]
