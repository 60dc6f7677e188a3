"""Variants of a model are what reading the changed document gives, only faster."""

from typing import Any

import pytest

from raftup.model import read_model
from raftup.model.variants import ModelVariants

from .small_studies import HEIGHT, PERIOD, WAVE, study_of

MODEL: dict[str, Any] = study_of([1.0], 1)["model"]


@pytest.mark.parametrize(
    "overrides",
    [
        {HEIGHT: 2.5, PERIOD: 7, f"{WAVE}.seed": 12},
        {"hydrodynamics[0].radiation.memory": "auto", "bodies[0].free[2]": False},
        {f"{WAVE}.jonswap.peak_enhancement": 2},  # optional, absent before
        {f"{WAVE}.pierson_moskowitz.peak_period": 7},  # two spectra
        {"bodies[0].mass": "heavy", HEIGHT: "high"},
        {"bodies[0].free": [True] * 6},  # a list
        {"bodies[1].mass": 2.0, "outputs": ["hemisphere.displacement"]},  # one more body
        {"bodies[2].mass": 2.0},
        {"bodies[0].free[0][1]": 1, "bodies.name": 1, "bodies[0": 1},
        {HEIGHT: None, "hydrodynamics[0].database": "gone.h5"},
        {HEIGHT: float("nan")},
        {"bodies[0].weight": 2.0},
    ],
)
def test_a_variant_is_the_model_that_the_changed_document_gives(overrides: dict[str, Any]) -> None:
    variants = ModelVariants(MODEL)
    for _ in range(2):  # what is remembered of paths changes nothing
        assert variants.read(overrides) == read_model(MODEL, overrides)
    assert variants.read({}) == read_model(MODEL)


def test_a_document_that_breaks_a_rule_breaks_it_in_every_variant() -> None:
    broken = {**MODEL, "bodies": [{"name": "hemisphere", "mas": 3.0}]}
    overrides = {"bodies[0].mass": 2.0}
    found = ModelVariants(broken).read(overrides)
    assert found == read_model(broken, overrides)
    assert found.violations[0].path == "bodies[0].mas"
