"""Fatigue of a response: narrow-banded processes of its outputs."""

import json
import math
from typing import Any

import pytest
from studies.small_studies import study_of

import raftup
from raftup.base.errors import RaftupError
from raftup.fatigue import EquivalentLoad, FatigueDetail, StressCurve, TensionCurve
from raftup.frequency_domain.long_term import ScatterCell

pytest.importorskip("scipy", reason="the extra raftup[study] is not installed")

HEAVE = ("hemisphere.displacement", 2)


def response(client: raftup.Client, *details: FatigueDetail, **wanted: Any) -> Any:
    model = study_of([1.0], 1)["model"]
    return raftup.response(model, client, periods=[6], headings=[0], fatigue=details, **wanted)


def test_damage_of_a_motion_is_the_closed_form_of_its_deviation(client: raftup.Client) -> None:
    found = response(
        client,
        FatigueDetail("weld", *HEAVE, StressCurve(4.0, 1e9), scale=20.0),
        FatigueDetail("load", *HEAVE, EquivalentLoad(4.0, 1000.0)),
        duration=3600.0,
    )
    heave = found.sel(body="hemisphere", dof="heave")
    sigma, cycles = float(heave.standard_deviation), 3600.0 / float(heave.mean_period)
    moment = (math.sqrt(8.0) * sigma) ** 4 * math.gamma(3.0)
    assert float(found.fatigue_standard_deviation[0]) == pytest.approx(sigma, rel=1e-9)
    assert float(found.fatigue_damage[0]) == pytest.approx(cycles * 20.0**4 * moment / 1e9)
    assert float(found.fatigue_damage[1]) == pytest.approx((cycles * moment / 1000.0) ** 0.25)
    assert any("narrow-banded" in limit for limit in json.loads(found.attrs["limits"]))


def test_velocities_and_accelerations_have_their_own_deviation(client: raftup.Client) -> None:
    curve = StressCurve(2.0, 1e6)
    found = response(
        client,
        FatigueDetail("motion", *HEAVE, curve),
        FatigueDetail("speed", "hemisphere.linear_velocity", 2, curve),
    )
    heave = found.sel(body="hemisphere", dof="heave")
    rate = 2.0 * math.pi / float(heave.mean_period)  # sqrt(m2 / m0)
    motion, speed = (float(one) for one in found.fatigue_standard_deviation)
    assert speed == pytest.approx(rate * motion, rel=1e-6)


def test_a_year_is_the_sum_of_its_sea_states(client: raftup.Client) -> None:
    detail = FatigueDetail("weld", *HEAVE, StressCurve(4.0, 1e9))
    low, high, both = (
        float(response(client, detail, scatter=cells).yearly_fatigue_damage[0])
        for cells in (
            [ScatterCell(1.0, 6.0, 1.0)],
            [ScatterCell(2.0, 8.0, 1.0)],
            [ScatterCell(1.0, 6.0, 0.75), ScatterCell(2.0, 8.0, 0.25)],
        )
    )
    assert both == pytest.approx(0.75 * low + 0.25 * high, rel=1e-9)


def test_what_a_spectrum_does_not_know_is_refused(client: raftup.Client) -> None:
    curve = StressCurve(3.0, 1e6)
    line = TensionCurve(1e6, 3.0, (0.0,), (1000.0,))
    for detail, message in (
        (FatigueDetail("a", "tow.tension", 0, line), r"fatigue\[0\].output must be an output that"),
        (FatigueDetail("a", HEAVE[0], 6, curve), "component must be less than 6, the size of"),
        (
            FatigueDetail("a", *HEAVE, curve, mean="smith_watson_topper"),
            "mean must be one of none, goodman, gerber for a response, is 'smith_watson_topper'",
        ),
    ):
        with pytest.raises(RaftupError, match=message):
            response(client, detail)
