"""What is wrong with any case of a study is found before the first case runs."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CLIENTS
from rich.console import Console

from .small_studies import HEIGHT, PERIOD, WAVE, study_of

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

import raftup
from raftup._generated.model_pb2 import IrregularWave
from raftup.base.errors import StudyError
from raftup.cli.study_bar import study_bar
from raftup.model import load_model
from raftup.study import Preparation, StudyProgress
from raftup.study.cases import Cases
from raftup.study.check import check_study
from raftup.study.combinations import highest_omega
from raftup.study.prediction import _deviations
from raftup.study.reading import read_study


def violations(client: raftup.Client, study: dict[str, Any]) -> list[str]:
    with pytest.raises(StudyError) as refused:
        check_study(client, read_study(study))
    return [str(violation) for violation in refused.value.violations]


def counted(client: raftup.Client, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What a server is asked to judge from now on."""
    asked: list[object] = []
    judge = client.check_model

    def check_model(model: Any, overrides: Any = None) -> raftup.Session:
        asked.append(model)
        return judge(model, overrides)

    monkeypatch.setattr(client, "check_model", check_model)
    return asked


def test_the_example_of_2400_cases_keeps_all_rules(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    specification = read_study(CLIENTS / "examples" / "studies" / "alongside.yaml")
    asked = counted(client, monkeypatch)
    assert len(Cases(specification)) == 2400
    states: list[Preparation] = []
    layout = check_study(client, specification, states.append)
    assert "observer_position_min" in [variable.name for variable in layout.variables]
    # each of 4 x 5 x 6 cases once, and once the highest frequency that its 20 seeds can give
    assert len(asked) == 240
    # and says so after each one but the first
    assert states == [Preparation("checking", judged, 240) for judged in range(2, 241)]


def test_values_that_break_a_rule_only_together_are_all_found(client: raftup.Client) -> None:
    study = study_of([1.0, -3.0], 3)
    study["axes"]["first"] = {"path": f"{WAVE}.omega_min", "values": [0.3, 1.5]}
    study["axes"]["last"] = {"path": f"{WAVE}.omega_max", "values": [2.0, 1.0]}
    found = violations(client, study)
    alone = [text for text in found if text.startswith("axes.hs, place 1, {'hs': -3.0}")]
    assert len(alone) == 1, "a value that is wrong alone is said once, not in all its cases"
    assert len(found) == 1 + 3
    for index, seed in ((3, 1), (7, 2), (11, 3)):
        (together,) = (text for text in found if text.startswith(f"case {index} of 24, "))
        assert f"{{'hs': 1.0, 'seed': {seed}, 'first': 1.5, 'last': 1.0}}" in together
        assert f"{WAVE}: omega_max must be above omega_min = 1.5, got 1" in together


def test_a_value_out_of_range_in_case_1733_of_2400_is_found(client: raftup.Client) -> None:
    study = study_of([1.0], 1)
    heights = [1.0 + 1e-3 * place for place in range(2400)]
    heights[1733] = -1.0
    study["axes"] = {"hs": {"path": HEIGHT, "values": heights}}
    (found,) = violations(client, study)
    assert found.startswith("axes.hs, place 1733, {'hs': -1.0}")
    assert "significant_wave_height must be >= 0, got -1" in found


def test_an_output_that_there_is_not_is_said_once_by_the_name_the_study_has_for_it(
    client: raftup.Client,
) -> None:
    study = study_of([1.0], 1, outputs=["hemisphere.speed"])
    study["fatigue"][0]["output"] = "tow_line.tension"
    assert violations(client, study) == [
        "outputs[0]: must be an output of the session such as hemisphere.position or "
        "hemisphere.orientation or hemisphere.linear_velocity, got hemisphere.speed",
        "fatigue[0].output: must be an output of the session, got tow_line.tension",
    ]


def test_an_axis_may_not_have_the_name_of_a_variable(client: raftup.Client) -> None:
    study = study_of([1.0], 1)
    study["axes"]["displacement_mean"] = {"path": PERIOD, "values": [6.0]}
    assert violations(client, study) == [
        "axes.displacement_mean: must not name anything 'displacement_mean': results use that name"
    ]


def test_seeds_of_a_model_without_a_sea_are_refused_with_it(client: raftup.Client) -> None:
    study = study_of([1.0, 2.0], 3)
    del study["model"]["environment"]
    found = violations(client, study)
    assert found == [f"{WAVE}: peak_period must be positive, got 0"]


def test_seeds_are_judged_one_by_one_only_where_they_matter(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of([1.0, 2.0], 40)
    irregular = study["model"]["environment"]["sea"]["waves"][0]["irregular"]
    irregular |= {"discretisation": "equal_frequency", "component_count": 10}
    study["axes"]["last"] = {"path": f"{WAVE}.omega_max", "values": [4.9, 5.05]}
    asked = counted(client, monkeypatch)
    found = violations(client, study)
    # a few of 80 seas up to 5.05 rad/s have a component above 5, where the database ends
    assert 0 < len(found) < 80
    for text in found:
        assert text.startswith("case ")
        assert "'last': 5.05}" in text
        assert "must not exceed the database's last frequency, 5 rad/s" in text
    # four cases, four times the highest frequency, and 2 x 39 further seeds
    assert len(asked) == 4 + 4 + 78


def test_periods_whose_sea_reaches_beyond_the_data_are_cut_there_or_told_of_omega_max(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of([1.0], 40)
    study["axes"]["tp"] = {"path": PERIOD, "values": [3.2, 3.0, 6.0]}
    asked = counted(client, monkeypatch)
    (found,) = violations(client, study)
    assert found.startswith("axes.tp, place 1, {'tp': 3.0}")
    assert "database's last frequency, 5 rad/s" in found
    assert "With omega_max of at most 5" in found
    # of 3.2 s 1 % or less lies beyond: cut at 5 rad/s, which no seed can exceed
    assert len(asked) <= 3 + 2 * 3
    study["axes"]["tp"]["values"] = [3.2, 6.0]
    check_study(client, read_study(study))


def test_the_cut_of_a_sea_is_in_a_study_s_prediction(client: raftup.Client) -> None:
    model = study_of([1.0], 1)["model"]
    models = [load_model(model, {PERIOD: 3.2, **more}) for more in ({}, {f"{WAVE}.omega_max": 5.0})]
    found = _deviations(client, models)
    assert found is not None
    assert found[0][0, 2] > 0.0
    np.testing.assert_array_equal(found[0], found[1])


def test_a_current_makes_every_seed_matter(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of([1.0], 5)
    study["model"]["environment"]["current"] = {"speed": [0.5], "direction_deg": [180]}
    asked = counted(client, monkeypatch)
    check_study(client, read_study(study))
    assert len(asked) == 5


def test_the_highest_frequency_of_a_spectrum_has_a_hundredth_of_the_energy_above() -> None:
    wave = IrregularWave()
    wave.pierson_moskowitz.significant_wave_height = 2.0
    wave.pierson_moskowitz.peak_period = 8.0
    # energy below omega: exp(-5/4 (omega_p / omega)^4); and the margin of the check
    expected = 1.01 * 2 * np.pi / 8.0 * (1.25 / -np.log(0.99)) ** 0.25
    assert highest_omega(wave) == pytest.approx(expected, rel=1e-4)
    wave.omega_max = 1.5
    assert highest_omega(wave) == 1.5


def test_the_bar_counts_what_is_checked_and_then_what_has_run() -> None:
    screen = io.StringIO()
    with study_bar(Console(file=screen, force_terminal=True, width=80)) as bar:
        bar.prepare(Preparation("checking", 120, 240))
        bar.prepare(Preparation("waiting for workers"))
        bar.run(StudyProgress(1000, 12, 2400, 112, 1.0, 0.5, 600.0))
    shown = screen.getvalue().rpartition("\x1b[2K")[2]
    for part in ("12 failed, 112.0 cases/s", "1012/2400", "cases", "0:00:00", "left"):
        assert part in shown, shown


def test_an_error_takes_the_bar_from_the_screen(tmp_path: Path) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100)
    with pytest.raises(StudyError), study_bar(console) as bar:
        raftup.study({"model": {}, "warm": 3}, tmp_path / "none", preparation=bar.prepare)
    text = screen.getvalue()
    assert "checking" in text
    left = text.rpartition("\x1b[2K")[2]
    assert "checking" not in left
    assert "left" not in left
