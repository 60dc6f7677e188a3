"""Laws of extremes against quantiles, distributions and counts that are known (case U20)."""

import math

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra raftup[study] is not installed")

from extremes.gaussian_seas import DURATION, process, sea
from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.extremes import NormalProcess, Question, Record, estimate_extreme
from raftup.extremes.acer import exceedances
from raftup.extremes.maxima import fit_maxima
from raftup.extremes.pareto import ParetoTail, fit_excesses
from raftup.extremes.peaks import peak_heights

HOUR = 3600.0


def middles(count: int) -> FloatArray:
    """Probabilities (i + .5) / n."""
    return np.asarray((np.arange(count) + 0.5) / count)


def test_extremes_of_a_normal_process_follow_from_its_moments() -> None:
    normal = NormalProcess(1.0, 0.5, 0.4)
    assert normal.crossing_rate == pytest.approx(0.112539540, rel=1e-8)
    assert normal.peak_rate == pytest.approx(0.142352509, rel=1e-8)
    assert normal.count(3 * HOUR) == pytest.approx(1215.427027, rel=1e-9)
    assert normal.most_probable(3 * HOUR) == pytest.approx(3.769045173, rel=1e-9)
    assert normal.quantile(3 * HOUR, 0.9) == pytest.approx(4.325093776, rel=1e-9)


def test_a_generalised_pareto_law_is_where_the_likelihood_is_largest() -> None:
    excesses = -20.0 * ((1.0 - middles(200)) ** 0.1 - 1.0)
    shape, scale = fit_excesses(excesses)
    # the page's numbers come from an independent optimiser, to 1e-5
    assert shape == pytest.approx(-0.111462, abs=1e-5)
    assert scale == pytest.approx(2.019753, abs=2e-5)
    tail = ParetoTail(excesses, 10.0, shape, scale, 1.0, 20.0 * HOUR)
    assert tail.level(3 * HOUR) == pytest.approx(15.717499, abs=2e-5)
    assert tail.level(100 * HOUR) == pytest.approx(19.730091, abs=2e-4)
    low, high = tail.interval(100 * HOUR, 0.9)
    assert low < 19.730091 < high
    assert high - 19.730091 > 19.730091 - low, "a profile is longer where data end"


def test_a_law_of_generalised_extremes_is_where_the_likelihood_is_largest() -> None:
    maxima = 10.0 - 15.0 * ((-np.log(middles(50))) ** 0.1 - 1.0)
    law = fit_maxima(maxima, HOUR, "gev")
    assert law.shape == pytest.approx(-0.109308, abs=1e-5)
    assert law.location == pytest.approx(10.010346, abs=1e-5)
    assert law.scale == pytest.approx(1.484400, abs=1e-5)
    assert law.level(HOUR / -math.log(0.9)) == pytest.approx(12.971659, abs=2e-5)
    low, high = law.interval(HOUR / -math.log(0.9), 0.9)
    assert low < 12.97 < high


def test_exceedances_count_after_peaks_that_do_not() -> None:
    peaks = np.array([1, 3, 2, 5, 4, 1, 6, 2, 2, 7, 3, 1, 5, 5.5, 1, 2])
    counted = [[exceedances(peaks, level, k) for k in (1, 2, 3)] for level in (2.5, 4.5)]
    assert [[int(one.sum()) for one in row] for row in counted] == [[8, 5, 1], [5, 4, 4]]
    assert [len(one) for one in counted[0]] == [16, 15, 14]


def test_peaks_stand_between_up_crossings_and_cut_ones_do_not_count() -> None:
    values = np.array([2.0, -1.0, 1.0, 3.0, -2.0, 0.5, -1.0, 4.0])
    assert peak_heights(values, 0.0).tolist() == [3.0, 0.5]
    assert peak_heights(np.append(values, -1.0), 0.0).tolist() == [3.0, 0.5, 4.0]
    assert peak_heights(-values, 0.0).tolist() == [1.0, 2.0, 1.0]
    assert peak_heights(values, 9.0).tolist() == []


@pytest.mark.parametrize("method", ["pot", "weibull_tail", "acer"])
def test_intervals_hold_the_known_value_of_normal_seas(method: str) -> None:
    expected = process().most_probable(DURATION)
    found = [estimate_extreme([sea(seed)], Question(method)) for seed in range(100)]
    held = sum(one.low <= expected <= one.high for one in found)
    assert 82 <= held <= 97
    # 100 answers that scatter by 5 % each, and crests that a value each .25 s cuts by .2 %
    assert np.mean([one.value for one in found]) == pytest.approx(expected, rel=0.02)


def test_smallest_values_are_the_largest_of_the_record_upside_down() -> None:
    record = sea(3)
    shifted = Record(record.values - 7.0, DURATION, record.mean - 7.0)
    turned = Record(-record.values, DURATION, -record.mean)
    below = estimate_extreme([shifted], Question(), "min")
    above = estimate_extreme([turned], Question(), "max")
    assert below.value == pytest.approx(-above.value - 7.0, rel=1e-9)
    assert (below.low, below.high) == pytest.approx((-above.high - 7.0, -above.low - 7.0))
    assert below.low < below.value < below.high


def test_a_probability_is_that_of_a_longer_duration() -> None:
    records = [sea(4)]
    rare = estimate_extreme(records, Question(probability=0.9))
    longer = estimate_extreme(records, Question(duration=DURATION / -math.log(0.9)))
    assert rare.value == longer.value


def test_the_largest_values_of_seeds_answer_by_gumbel_and_gev() -> None:
    expected = process().most_probable(1200.0)
    records = [sea(seed, 1200.0) for seed in range(40)]
    for method in ("gumbel", "gev"):
        one = estimate_extreme(records, Question(method, 1200.0))
        assert one.low < expected < one.high
        # 40 maxima that scatter by 15 % tell their mode to 3 %
        assert one.value == pytest.approx(expected, rel=0.1)


def test_too_little_gives_none_and_says_why() -> None:
    short = sea(1, 200.0)
    counted = len(peak_heights(short.values, short.mean))
    for method in ("pot", "weibull_tail", "acer"):
        one = estimate_extreme([short], Question(method))
        assert math.isnan(one.value)
        assert one.reason == f"needs 30 peaks, has {counted}"
    assert estimate_extreme([short] * 4, Question("gumbel")).reason == "needs 5 records, has 4"
    assert estimate_extreme([short] * 9, Question("gev")).reason == "needs 10 records, has 9"
    same = estimate_extreme([short] * 10, Question("gev"))
    assert same.reason == "needs maxima that differ, all are the same"
    early = estimate_extreme([sea(1)], Question(duration=1.0))
    assert early.reason.startswith("needs a duration above ")


def test_what_is_no_question_is_refused() -> None:
    for wanted, message in (
        ({"method": "best"}, "method must be one of pot, gev, gumbel, weibull_tail, acer, is "),
        ({"duration": 0.0}, "duration must be > 0, is 0"),
        ({"probability": 1.0}, "probability must be between 0 and 1, is 1"),
        ({"confidence": 0.0}, "confidence must be between 0 and 1, is 0"),
    ):
        with pytest.raises(RaftupError, match=message):
            Question(**wanted)
    records = [sea(seed, 600.0 + 60.0 * seed) for seed in range(5)]
    with pytest.raises(RaftupError, match=r"must have one duration .* have 600 to 840 s"):
        estimate_extreme(records, Question("gumbel"))
