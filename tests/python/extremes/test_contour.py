"""Contours of sea states against those of Vanem and Bitner-Gregersen (2012), case U20."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra raftup[study] is not installed")

from studies.test_study_specification import HEIGHT, PERIOD, study_of, violations

from raftup.extremes.contour import JointSea, iform_contour
from raftup.extremes.joint_fit import fit_joint_sea
from raftup.study.reading import read_study

LAW = JointSea(1.471, 2.776, 0.8888, (0.1, 1.489, 0.1901), (0.04, 0.1748, -0.2243))
GIVEN: dict[str, Any] = {
    "height": {"shape": 1.471, "scale": 2.776, "location": 0.8888},
    "period": {"mu": [0.1, 1.489, 0.1901], "sigma": [0.04, 0.1748, -0.2243]},
}
SIX_HOURS = 21600.0


@pytest.mark.parametrize(
    ("years", "beta", "heights", "periods"),
    [
        (
            1,
            3.201124143,
            [11.598651, 10.149700, 6.620621, 3.052570],
            [11.854134, 12.255582, 11.628253, 10.497074],
        ),
        (
            50,
            4.194242406,
            [15.232427, 13.130759, 8.034108, 3.052570],
            [13.448180, 13.908019, 12.971247, 11.921660],
        ),
    ],
)
def test_a_contour_is_the_published_one(
    years: float, beta: float, heights: list[float], periods: list[float]
) -> None:
    contour = iform_contour(LAW, years, SIX_HOURS, np.deg2rad([90, 60, 30, 0]))
    assert contour.beta == pytest.approx(beta, rel=1e-9)
    assert contour.height == pytest.approx(heights, abs=1e-6)
    assert contour.period == pytest.approx(periods, abs=1e-6)


def axis(**contour: Any) -> dict[str, Any]:
    given = {"return_period": 50, "state_duration": SIX_HOURS, **GIVEN, **contour}
    return study_of(axes={"sea": {"paths": {"hs": HEIGHT, "tp": PERIOD}, "contour": given}})


def test_a_contour_is_an_axis_of_a_study() -> None:
    (sea,) = read_study(axis(count=12, lowest=8.0)).axes
    assert sea.values["hs"][0] == pytest.approx(15.232427, abs=1e-6)
    assert sea.values["tp"][1] == pytest.approx(13.908019, abs=1e-6)
    assert len(sea) == 5, "of 12 those of 90, 60, 30, 120 and 150 deg are above 8 m"


def test_what_is_no_contour_is_refused() -> None:
    place = "axes.sea.contour"
    assert violations(axis(method="isorm", return_period=0)) == [
        f"{place}.method: must be iform, is 'isorm'",
        f"{place}.return_period: must be > 0, is 0",
    ]
    assert violations(axis(height=None)) == [f"{place}: must have both height and period"]
    assert violations(axis(csv="states.csv")) == [
        f"{place}: must have either csv or both height and period"
    ]
    assert violations(axis(lowest=20)) == [
        f"{place}.lowest: must not be above the whole contour, 15.2324, is 20"
    ]
    assert violations(axis(count=10**9)) == [f"{place}.count: must be at most 10000, is 1000000000"]
    assert violations(axis(state_duration=9e8)) == [
        f"{place}.state_duration: must be below half of the return period, 7.8894e+08 s, is 9e+08 s"
    ]
    lonely = study_of(axes={"hs": {"path": HEIGHT, "contour": {"return_period": 1, **GIVEN}}})
    assert violations(lonely) == [
        "axes.hs.contour: must have two coordinates in paths, height and period, has ['hs']"
    ]


def test_a_law_is_fitted_to_states_of_a_file(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    height = 0.8888 + 2.776 * generator.weibull(1.471, 4000)
    spread = LAW.log_deviation(height) * generator.normal(size=len(height))
    period = np.exp(LAW.log_mean(height) + spread)
    law = fit_joint_sea(height, period, np.ones(len(height)))
    # the standard errors of 4000 states are about 1.2 % of the shape and 1.4 % of the scale
    assert law.shape == pytest.approx(1.471, rel=0.05)
    assert law.scale == pytest.approx(2.776, rel=0.05)
    file = tmp_path / "states.csv"
    rows = [f"{h},{t}" for h, t in zip(height, period, strict=True)]
    file.write_text("\n".join(["hs,tp", *rows]))
    changed = axis(csv=str(file), count=4)
    for name in GIVEN:
        del changed["axes"]["sea"]["contour"][name]
    (sea,) = read_study(changed).axes
    assert sea.values["hs"][0] == pytest.approx(15.232, rel=0.05)
    file.write_text("hs,tp\n1,8\n2,-1\n")
    place = "axes.sea.contour.csv"
    assert violations(changed) == [
        f"{place}: {file}: row 2 must have a positive number tp, has '-1'"
    ]
    file.write_text("hs,tp\n1,8\n2,9\n")
    assert violations(changed) == [f"{place}: must have 30 different heights, has 2"]
