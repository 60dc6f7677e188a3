"""What a study may ask for: axes, statistics, limits; everything that is wrong is said at once."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from conftest import DATABASES

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

from raftup.base.errors import StudyError
from raftup.study.cases import Cases
from raftup.study.reading import read_study
from raftup.study.specification import StudySpecification

WAVE = "environment.sea.waves[0].irregular"
HEIGHT, PERIOD = f"{WAVE}.jonswap.significant_wave_height", f"{WAVE}.jonswap.peak_period"


def model(**changes: Any) -> dict[str, Any]:
    """A hemisphere held to heave in an irregular sea."""
    jonswap = {"significant_wave_height": 1.0, "peak_period": 6.0}
    return {
        "name": "hemisphere",
        "environment": {"sea": {"waves": [{"irregular": {"jonswap": jonswap, "seed": 1}}]}},
        "bodies": [{"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
        "hydrodynamics": [
            {
                "name": "hull",
                "database": str(DATABASES / "hemisphere.h5"),
                "bodies": [{"body": "hemisphere"}],
            }
        ],
        "integration": {"step": 0.05, "duration": 60},
        **changes,
    }


def study_of(**changes: Any) -> dict[str, Any]:
    return {"model": model(), "warm_up": 10, **changes}


def violations(document: dict[str, Any]) -> list[str]:
    with pytest.raises(StudyError) as refused:
        read_study(document)
    return [str(violation) for violation in refused.value.violations]


def overrides(specification: StudySpecification) -> list[dict[str, Any]]:
    cases = Cases(specification)
    return [cases.overrides(index) for index in range(len(cases))]


def test_a_grid_has_the_last_axis_fastest() -> None:
    axes = {
        "hs": {"path": HEIGHT, "values": [1.0, 2.0]},
        "seed": {"path": f"{WAVE}.seed", "range": [1, 5, 2]},
    }
    found = overrides(read_study(study_of(axes=axes)))
    assert [(one[HEIGHT], one[f"{WAVE}.seed"]) for one in found] == [
        (1.0, 1),
        (1.0, 3),
        (1.0, 5),
        (2.0, 1),
        (2.0, 3),
        (2.0, 5),
    ]


def test_without_axes_there_is_one_case() -> None:
    assert overrides(read_study(study_of())) == [{}]


def test_a_scatter_table_leaves_out_what_never_occurs_and_shares_sum_to_one() -> None:
    scatter = {"hs": [1.0, 2.0], "tp": [6.0, 8.0], "occurrence": [[30, 10], [0, 20]]}
    axes = {"sea": {"paths": {"hs": HEIGHT, "tp": PERIOD}, "scatter": scatter}}
    (axis,) = read_study(study_of(axes=axes)).axes
    assert list(zip(axis.values["hs"], axis.values["tp"], strict=True)) == [
        (1.0, 6.0),
        (1.0, 8.0),
        (2.0, 8.0),
    ]
    np.testing.assert_allclose(axis.probability, [0.5, 1 / 6, 1 / 3], rtol=1e-15)


def test_a_csv_gives_coordinates_and_probabilities_by_name(tmp_path: Path) -> None:
    (tmp_path / "scatter.csv").write_text("tp,hs,probability\n6,1.5,3\n8,2.5,1\n")
    axes = {"sea": {"paths": {"hs": HEIGHT, "tp": PERIOD}, "csv": "scatter.csv"}}
    file = tmp_path / "study.yaml"
    file.write_text(yaml.safe_dump(study_of(axes=axes)))
    (axis,) = read_study(file).axes
    assert axis.overrides(1) == {HEIGHT: 2.5, PERIOD: 8}
    assert axis.probability.tolist() == [0.75, 0.25]


def test_a_latin_hypercube_has_one_sample_in_every_slice() -> None:
    bounds = {"hs": [1.0, 3.0], "tp": [5.0, 9.0]}
    samples = {"method": "latin_hypercube", "count": 8, "seed": 3, "bounds": bounds}
    axes = {"sea": {"paths": {"hs": HEIGHT, "tp": PERIOD}, "samples": samples}}
    (axis,) = read_study(study_of(axes=axes)).axes
    for name, (low, high) in bounds.items():
        slices = (np.array(axis.values[name]) - low) / (high - low) * 8
        assert sorted(slices.astype(int)) == list(range(8))
    assert read_study(study_of(axes=axes)).axes[0].values == axis.values, "the seed decides"


def test_a_sobol_sequence_fills_every_half_alike() -> None:
    samples = {"method": "sobol", "count": 16, "bounds": {"hs": [0.5, 1.5]}}
    (axis,) = read_study(study_of(axes={"hs": {"path": HEIGHT, "samples": samples}})).axes
    assert np.sum(np.array(axis.values["hs"]) < 1.0) == 8


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = violations(
        study_of(
            axes={
                "hs": {"path": HEIGHT, "values": [1.0, "high", 2.0]},
                "typo": {"path": f"{WAVE}.jonswap.significant_height", "values": [1.0]},
                "seed": {"path": f"{WAVE}.seed", "range": [3, 1]},
                "tp": {"path": PERIOD, "values": [6.0], "range": [1, 2]},
                "dof": {"path": f"{WAVE}.component_count", "values": [40]},
                "sobol": {
                    "path": f"{WAVE}.direction_deg",
                    "samples": {"method": "sobol", "count": 12, "bounds": {"sobol": [90, 0]}},
                },
            },
            statistics=["mean", "average"],
            limits=[{"name": "high", "output": "hemisphere.displacement", "over": 1.0}],
            fatigue=[{"name": "line", "output": "hemisphere.displacement", "slope": -3}],
            warm_up=100,
            surprise=1,
        )
    )
    text = "\n".join(found)
    for part in (
        "axes.hs, place 1, {'hs': 'high'}: " + HEIGHT + " must be a number, is 'high'",
        "significant_height unknown field; did you mean significant_wave_height?",
        "axes.seed.range: must end at 3 or later, ends at 1",
        "axes.tp: must have one of values, range, csv, scatter, samples, contour, has "
        "['values', 'range']",
        "axes.dof: must not name anything 'dof': results use that name",
        "axes.sobol.samples.count: must be a power of 2 for sobol, is 12",
        "axes.sobol.samples.bounds.sobol: must have low < high, is [90.0, 0.0]",
        "statistics: must be of mean, std,",
        "limits[0].over: unknown field",
        "fatigue[0].slope: must be > 0, is -3",
        "fatigue[0].intercept: must be a finite number, is absent",
        "warm_up: must be >= 0 and less than the duration, is 100",
        "surprise: must be one of",
    ):
        assert part in text, text
    assert len(found) == 13, text


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        (
            {"stages": [{"name": "calm", "duration": 5}, {"name": "waves", "duration": "ten"}]},
            "integration.stages[1].duration: must be a number, is 'ten'",
        ),
        ({"stages": "calm"}, "integration.stages: must be a list, is 'calm'"),
        ({"duration": "long"}, "integration.duration: must be a number, is 'long'"),
        ({}, "duration: must be given here or in `integration` of the model, > 0"),
    ],
)
def test_a_warm_up_is_not_refused_where_the_duration_is(
    changes: dict[str, Any], refused: str
) -> None:
    broken = model(integration={"step": 0.05, **changes})
    assert violations(study_of(model=broken)) == [refused]


def test_a_warm_up_is_not_refused_without_a_model_or_a_duration_of_the_study() -> None:
    (unreadable,) = violations(study_of(model="nowhere.yaml"))
    assert "nowhere.yaml: cannot be read" in unreadable
    assert violations(study_of(duration=-3)) == ["duration: must be > 0, is -3"]


def test_a_warm_up_as_long_as_all_stages_is_refused() -> None:
    stages = [{"name": "calm", "duration": 4}, {"name": "waves", "duration": 6}]
    staged = model(integration={"step": 0.05, "stages": stages})
    rule = "warm_up: must be >= 0 and less than the duration, is"
    assert violations(study_of(model=staged)) == [f"{rule} 10"]
    assert violations(study_of(model=staged, warm_up=-1)) == [f"{rule} -1"]
    assert read_study(study_of(model=staged, warm_up=9)).model["statistics"]["warm_up"] == 9


def test_two_axes_may_not_write_the_same_field() -> None:
    axes = {
        "hs": {"path": HEIGHT, "values": [1.0]},
        "height": {"path": HEIGHT, "values": [2.0]},
    }
    assert violations(study_of(axes=axes)) == [
        f"axes.height: must not write {HEIGHT}, which axis 'hs' does"
    ]


def test_a_key_follows_from_the_content_alone() -> None:
    by_axis = Cases(read_study(study_of(axes={"hs": {"path": HEIGHT, "values": [1, 2.0]}})))
    by_model = Cases(read_study(study_of(set={HEIGHT: 2.0})))
    assert by_axis.keys()[1] == by_model.keys()[0]
    assert by_axis.keys()[0] == Cases(read_study(study_of())).keys()[0], "1 is 1.0"
    others = (
        study_of(statistics=["mean"]),
        study_of(warm_up=11),
        study_of(duration=50),
        study_of(limits=[{"name": "a", "output": "hemisphere.displacement", "above": 1.0}]),
    )
    keys = {Cases(read_study(other)).keys()[0] for other in others} | {by_axis.keys()[0]}
    assert len(keys) == len(others) + 1


def test_a_specification_comes_back_from_its_document() -> None:
    axes = {"hs": {"path": HEIGHT, "values": [1.0, 2.0]}}
    limits = [{"name": "a", "output": "hemisphere.displacement", "above": 1.0, "allowed": 0.1}]
    before = read_study(study_of(axes=axes, limits=limits))
    after = StudySpecification.from_document(before.to_document())
    assert Cases(after).keys() == Cases(before).keys()
    assert after.allowed == {"a": 0.1}


def test_values_of_an_axis_are_its_labels_and_do_not_repeat() -> None:
    axes = {"hs": {"path": HEIGHT, "values": [1.0, 2.0, 1, 2.0]}}
    assert violations(study_of(axes=axes)) == [
        "axes.hs.values[2]: must differ from values[0], is 1",
        "axes.hs.values[3]: must differ from values[1], is 2.0",
    ]


def test_a_wrong_path_is_said_once_and_not_for_every_value() -> None:
    axes = {"mass": {"path": "bodies[7].mass", "values": [1e6, 2e6, 3e6]}}
    (found,) = violations(study_of(axes=axes))
    assert found.startswith("axes.mass: bodies[7].mass index [7]")


def test_tables_that_do_not_fit_their_coordinates_are_refused_with_what_they_have(
    tmp_path: Path,
) -> None:
    table = tmp_path / "scatter.csv"
    table.write_text("hs,tp,probability\n1,5,0.5\n2,6,-1\n")
    paths = {"hs": HEIGHT, "tp": PERIOD}
    scatter = {"hs": [1.0, 2.0], "tp": [6.0], "occurrence": [[1, 2]]}
    direction, count = f"{WAVE}.direction_deg", f"{WAVE}.component_count"
    found = violations(
        study_of(
            axes={
                "sea": {"paths": paths, "csv": str(table)},
                "direction": {"path": direction, "csv": str(table)},
                "pairs": {
                    "paths": {"count": count, "seed": f"{WAVE}.seed"},
                    "values": {"count": [50, 60], "seed": [1], "sead": [2, 3]},
                },
                "table": {"paths": paths, "scatter": scatter},
            }
        )
    )
    assert found[:4] == [
        "axes.sea: must have finite probabilities >= 0, has -1 at place 1",
        f"axes.direction.csv: {table} must have rows and the columns direction, "
        "has hs, tp, probability",
        "axes.pairs.values: must have lists of one length for count, seed, "
        "has lengths {'count': 2, 'seed': 1, 'sead': 2}",
        "axes.table.scatter.occurrence: must be 2 rows (hs) of 1 numbers (tp), is [[1, 2]]",
    ]


def test_two_details_of_fatigue_have_two_names() -> None:
    curve = {"output": "hemisphere.displacement", "slope": 3, "intercept": 1e6}
    fatigue = [{"name": "line", **curve}, {"name": "line", **curve, "component": 2}]
    assert violations(study_of(fatigue=fatigue)) == [
        "fatigue[1].name: must differ from fatigue[0].name, is 'line'"
    ]
