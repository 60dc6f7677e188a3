"""Cycles, curves and equivalent loads against the example of ASTM E1049 and closed forms (U21)."""

import math
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rainflow", reason="the extra raftup[study] is not installed")

from raftup.base.arrays import FloatArray
from raftup.fatigue import (
    EquivalentLoad,
    FatigueDetail,
    StressCurve,
    TensionCurve,
    rainflow_cycles,
    read_curves,
)
from raftup.fatigue.cycles import Cycles
from raftup.fatigue.mean_stress import corrected_ranges
from raftup.fatigue.narrow_band import narrow_band_sum
from raftup.fatigue.over_records import mean_amount
from raftup.fatigue.reading import FatigueError

SEQUENCE = np.array([-2.0, 1.0, -3.0, 5.0, -1.0, 3.0, -4.0, 4.0, -2.0])
TWO_SLOPES = StressCurve(3.0, 10.0**12.164, 5.0, 10.0**15.606)


def detail(law: Any, **more: Any) -> FatigueDetail:
    return FatigueDetail("weld", "hinge.force", 0, law, **more)


def test_cycles_of_the_example_of_the_standard() -> None:
    cycles = rainflow_cycles(SEQUENCE)
    found: dict[float, float] = {}
    for span, count in zip(cycles.ranges, cycles.counts, strict=True):
        found[float(span)] = found.get(float(span), 0.0) + float(count)
    assert found == {3.0: 0.5, 4.0: 1.5, 6.0: 0.5, 8.0: 1.0, 9.0: 0.5}
    assert len(rainflow_cycles(np.full(5, 2.0)).ranges) == 0


@pytest.mark.parametrize(
    ("law", "more", "expected"),
    [
        (EquivalentLoad(3.0, 1.0), {}, 10.303998196),
        (EquivalentLoad(5.0, 10.0), {}, 5.838410232),
        (EquivalentLoad(3.0, 1.0), {"mean": "goodman", "ultimate": 20.0}, 10.592948230),
        (EquivalentLoad(3.0, 1.0), {"mean": "gerber", "ultimate": 20.0}, 10.316260519),
        (TWO_SLOPES, {"scale": 20.0}, 5.999392958e-6),
    ],
)
def test_amounts_of_the_example(law: Any, more: dict[str, Any], expected: float) -> None:
    cycles = rainflow_cycles(SEQUENCE)
    assert detail(law, **more).amount(cycles, 0.0) == pytest.approx(expected, rel=1e-9)


def test_a_curve_of_two_slopes_takes_the_longer_life_and_thick_plates_the_shorter() -> None:
    life = TWO_SLOPES.cycles_to_failure(np.array([40.0, 80.0, 0.0]))
    assert life[:2] == pytest.approx([39418495.407, 2849246.602], rel=1e-9)
    assert life[2] == math.inf
    thick = StressCurve(3.0, 1e12, 0.0, 0.0, 50.0, 25.0, 0.25)
    thin = StressCurve(3.0, 1e12, 0.0, 0.0, 20.0, 25.0, 0.25)
    assert thick.cycles_to_failure(np.array([1.0]))[0] == pytest.approx(1e12 * 2.0**-0.75)
    assert thin.cycles_to_failure(np.array([1.0]))[0] == 1e12


def test_the_factor_of_a_line_goes_with_its_mean_tension() -> None:
    # API's wire ropes: K = 10^(3.2 - 2.79 mean / MBL), m = 5.05
    ends = (10.0**3.2, 10.0 ** (3.2 - 2.79))
    line = TensionCurve(2e6, 5.05, (0.0, 1.0), ends)
    assert line.factor(0.3 * 2e6) == pytest.approx(10.0 ** (3.2 - 0.3 * 2.79))
    one = Cycles(np.array([2e5]), np.array([0.0]), np.array([1.0]))
    expected = 0.1**5.05 / 10.0 ** (3.2 - 0.3 * 2.79)
    assert detail(line).amount(one, 0.3 * 2e6) == pytest.approx(expected)


def test_means_count_by_their_formulas() -> None:
    cycles = Cycles(np.array([4.0, 4.0]), np.array([3.0, -3.0]), np.ones(2))

    def ranges(method: str, *more: float) -> FloatArray:
        return corrected_ranges(cycles, method, *more)

    assert ranges("none").tolist() == [4.0, 4.0]
    assert ranges("goodman", 12.0) == pytest.approx([4.0 / 0.75, 4.0 / 1.25])
    assert ranges("gerber", 12.0) == pytest.approx([4.0 / (1.0 - 1.0 / 16.0), 4.0])
    assert ranges("smith_watson_topper") == pytest.approx([2.0 * math.sqrt(5.0 * 2.0), 0.0])
    assert ranges("walker", 0.0, 1.0) == pytest.approx([4.0, 4.0])
    assert ranges("walker", 0.0, 0.5) == pytest.approx(ranges("smith_watson_topper"))
    assert ranges("goodman", 3.0)[0] == math.inf, "a mean at the strength breaks it"


def test_a_narrow_band_has_rayleighs_ranges() -> None:
    sigma, once = np.array([12.0]), np.array([1.0])
    found = narrow_band_sum(detail(TWO_SLOPES), sigma, once, 1e8)
    assert found[0] == pytest.approx(2.741064466, rel=1e-9)
    # the same by counting a million ranges; their damage scatters by a thousandth
    ranges = math.sqrt(8.0) * 12.0 * np.sqrt(-np.log(np.random.default_rng(1).uniform(size=10**6)))
    counted = (1.0 / TWO_SLOPES.cycles_to_failure(ranges)).mean() * 1e8
    assert found[0] == pytest.approx(counted, rel=0.005)
    load = narrow_band_sum(detail(EquivalentLoad(2.0, 1e8)), sigma, once, 1e8)
    assert math.sqrt(load[0]) == pytest.approx(math.sqrt(8.0) * 12.0), "m = 2: Gamma(2) = 1"
    assert narrow_band_sum(detail(TWO_SLOPES), np.zeros(1), np.array([np.nan]), 1.0)[0] == 0.0


def test_the_mean_over_records_has_the_interval_of_student() -> None:
    found = mean_amount([1.0, 2.0, 3.0], 1.0, 0.9)
    # t(.95, 2) = 2.919986, deviation 1
    assert (found.value, found.low) == pytest.approx((2.0, 2.0 - 2.919986 / math.sqrt(3.0)))
    load = mean_amount([1.0, 2.0], 2.0, 0.9)
    assert load.value == pytest.approx(math.sqrt(2.5))
    assert load.low == 0.0, "the interval of the squares reaches below 0"
    assert math.isnan(mean_amount([1.0], 1.0, 0.9).low)


def test_details_are_read_and_written() -> None:
    entry = {"name": "a", "output": "tow.tension"}
    factor = {"mean_load": [0, 0.5], "factor": [1000, 300]}
    curve = {"slope": 3, "log10_intercept": 12.164}
    second = {"second_slope": 5, "second_log10_intercept": 15.606}
    found = read_curves(
        {
            "fatigue": [
                {**entry, "slope": 3, "intercept": 1e6},
                {**entry, "name": "b", "curve": {**curve, **second}, "scale": 20},
                {**entry, "name": "c", "tn": {"breaking_load": 2e6, "slope": 3, "factor": factor}},
                {**entry, "name": "d", "del": {"slope": 4, "equivalent_cycles": 1e7}},
            ]
        }
    )
    assert found[1].law == TWO_SLOPES
    for one in found:
        assert FatigueDetail.from_document(one.to_document()) == one
    plain = {**entry, "component": 0, "slope": 3.0, "intercept": 1e6}
    assert found[0].to_document() == plain, "as it was before there were other curves"


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({}, "fatigue[0]: must have one of slope with intercept, curve, tn, del, has none"),
        (
            {"slope": 3, "intercept": 1, "del": {"slope": 3, "equivalent_cycles": 1}},
            "fatigue[0]: must have one of slope with intercept, curve, tn, del, has "
            "['slope', 'del']",
        ),
        (
            {"curve": {"slope": 3, "log10_intercept": 400}},
            "fatigue[0].curve.log10_intercept: must lie within -300 and 300, is 400",
        ),
        (
            {
                "curve": {
                    "slope": 3,
                    "log10_intercept": 12,
                    "second_slope": 2,
                    "second_log10_intercept": 15,
                }
            },
            "fatigue[0].curve.second_slope: must be > slope 3, is 2",
        ),
        (
            {"slope": 3, "intercept": 1, "mean": "soderberg"},
            "fatigue[0].mean: must be one of none, goodman, gerber, smith_watson_topper, walker, "
            "is 'soderberg'",
        ),
        (
            {"slope": 3, "intercept": 1, "mean": "goodman"},
            "fatigue[0].ultimate: must be a finite number, is absent",
        ),
        (
            {"slope": 3, "intercept": 1, "mean": "walker", "walker_exponent": 2},
            "fatigue[0].walker_exponent: must be <= 1, is 2",
        ),
        (
            {"tn": {"breaking_load": 1, "slope": 3, "factor": 1}, "mean": "gerber", "ultimate": 1},
            "fatigue[0].mean: must be none beside tn, whose factor says it, is 'gerber'",
        ),
        (
            {"del": {"slope": 3, "equivalent_cycles": 0}},
            "fatigue[0].del.equivalent_cycles: must be > 0, is 0",
        ),
        ({"slope": 3, "intercept": 1, "scale": 0}, "fatigue[0].scale: must not be 0"),
    ],
)
def test_what_is_no_detail_is_refused(part: dict[str, Any], message: str) -> None:
    with pytest.raises(FatigueError) as refused:
        read_curves({"fatigue": [{"name": "a", "output": "tow.tension", **part}]})
    assert [str(one) for one in refused.value.violations] == [message]
