"""The keys `extremes` and `fatigue` of a study: what is kept of each case, and what of all."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

pytest.importorskip("rainflow", reason="the extra raftup[study] is not installed")

from command_line import command

import raftup
from raftup.extremes import Question, Record, estimate_extreme
from raftup.fatigue.over_records import mean_interval
from raftup.study.cases import Cases
from raftup.study.fatigue_over_seeds import weighted_mean
from raftup.study.reading import read_study
from raftup.study.report import write_report
from raftup.study.rerun import rerun_case
from raftup.study.specification import StudySpecification
from studies.small_studies import study_of
from studies.test_study_specification import study_of as specification_of
from studies.test_study_specification import violations

HEAVE = {"output": "hemisphere.displacement", "component": 2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six seeds of 300 s in two sea states."""
    folder = tmp_path_factory.mktemp("study") / "keys.study"
    extremes = [
        {"name": "peaks", **HEAVE, "method": "weibull_tail", "duration": 600},
        {"name": "seeds", **HEAVE, "method": "gumbel", "duration": 290},
    ]
    fatigue = [
        {"name": "line", **HEAVE, "slope": 3, "intercept": 1e6},
        {"name": "load", **HEAVE, "del": {"slope": 3, "equivalent_cycles": 50}},
    ]
    study = study_of([1.0, 2.0], 6, 300, extremes=extremes, fatigue=fatigue)
    raftup.study({**study, "statistics": ["max", "min"]}, folder, workers=1)
    return folder


@pytest.fixture(scope="module")
def dataset(folder: Path) -> xr.Dataset:
    return raftup.open_study(folder)


def test_each_case_has_its_answers(dataset: xr.Dataset, folder: Path, tmp_path: Path) -> None:
    assert dataset.extreme_value.dims == ("hs", "seed", "extreme", "side")
    heave = dataset.displacement_max.sel(body="hemisphere", dof="heave")
    observed = dataset.extreme_observed.sel(side="max", extreme="peaks")
    np.testing.assert_array_equal(observed, heave)
    peaks = dataset.extreme_value.sel(extreme="peaks", side="max")
    assert (dataset.extreme_low.sel(extreme="peaks", side="max") < peaks).all()
    assert dataset.extreme_value.sel(extreme="seeds").isnull().all(), "answered over the seeds"
    # a series at every step has the peaks that the server counted
    key = str(dataset.key.sel(hs=2.0, seed=3).item())
    rerun_case(folder, key[:12], tmp_path / "r.nc")
    with xr.open_dataset(tmp_path / "r.nc") as result:
        series = result.displacement.sel(body="hemisphere", dof="heave")
        values = series.values[result.time.values >= 10.0]
    record = Record(values, 290.0, float(values.mean()))
    alone = estimate_extreme([record], Question("weibull_tail", 600.0))
    # the first sample that counts may differ by one: a peak of ninety
    assert float(peaks.sel(hs=2.0, seed=3)) == pytest.approx(alone.value, rel=0.01)


def test_an_equivalent_load_does_the_damage_of_its_case(dataset: xr.Dataset) -> None:
    damage = dataset.fatigue_damage.sel(fatigue_curve="line") * 1e6
    load = dataset.damage_equivalent_load.sel(fatigue_load="load")
    np.testing.assert_allclose(50.0 * load**3, damage, rtol=1e-12)


def test_the_command_and_the_page_say_what_seeds_tell(folder: Path, tmp_path: Path) -> None:
    arguments = ["hemisphere.displacement[heave]", "--method", "gumbel", "--duration", 290]
    said = command("extremes", folder, *arguments, "--json", folder=tmp_path)
    found = json.loads(said.stdout)
    assert [(one["state"]["hs"], one["side"]) for one in found] == [
        (1.0, "max"),
        (2.0, "max"),
        (1.0, "min"),
        (2.0, "min"),
    ]
    assert found[1]["low"] < found[1]["value"] < found[1]["high"]
    refused = command("extremes", folder, "--method", "pot", folder=tmp_path)
    assert "--method must be gev or gumbel of a study" in refused.stderr
    line, load = json.loads(command("fatigue", folder, "--json", folder=tmp_path).stdout)
    assert line["low"] < line["yearly_damage"] < line["high"]
    assert load["low"] < load["equivalent_load"] < load["high"]
    write_report(folder, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert ">Extremes<" in page
    assert "interval over the seeds" in page


def test_the_mean_over_states_has_the_interval_of_its_parts() -> None:
    table = np.array([[1.0, 2.0, 3.0], [5.0, 7.0, np.nan]])
    one = weighted_mean(table, np.array([1.0, 0.0]), 0.9)
    assert one[1:] == pytest.approx(mean_interval(table[0], 0.9)), "of one state Student's own"
    both = weighted_mean(table, np.array([0.5, 0.5]), 0.9)
    assert both[0] == 4.0
    assert np.isnan(weighted_mean(table[:, :1], np.array([0.5, 0.5]), 0.9)[1])


def entry(**changes: Any) -> dict[str, Any]:
    return {"name": "a", "output": "hemisphere.displacement", **changes}


def test_what_is_no_extreme_is_refused() -> None:
    wrong = [
        entry(method="best", duration=-1, probability=2),
        entry(method="gev"),
        {"name": "b"},
    ]
    assert violations(specification_of(extremes=wrong)) == [
        "extremes[0].probability: must be between 0 and 1, is 2",
        "extremes[0].method: must be one of pot, gev, gumbel, weibull_tail, acer, is 'best'",
        "extremes[0].duration: must be > 0, is -1",
        "extremes[2].output: must be a text, is absent",
        "extremes[1].name: must differ from extremes[0].name, is 'a'",
        "extremes[1].method: must be one of pot, weibull_tail, acer without an axis of seeds, "
        "is 'gev'",
    ]


def test_a_study_without_the_key_keeps_its_document_and_its_cases() -> None:
    plain = read_study(specification_of())
    assert "extremes" not in plain.to_document()
    asked = read_study(specification_of(extremes=[entry()]))
    assert StudySpecification.from_document(asked.to_document()) == asked
    assert Cases(asked).keys() != Cases(plain).keys()
