"""Damping from a record of a decay, against motions of which it is known."""

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra raftup[study] is not installed")

from raftup.base.errors import RaftupError
from raftup.trials.decay_fit import Decay, decay_curve, decrements_of, extremes_of, fit_decay

ROLL = Decay(omega=0.5, p1=0.02, p2=0.15, p3=0.4, start=np.deg2rad(25.0))
COEFFICIENTS = ("omega", "p1", "p2", "p3")


def test_extremes_are_those_of_an_independent_integration() -> None:
    time = np.arange(0.0, 32.0, 0.02)
    found = extremes_of(time, decay_curve(ROLL, time), 0.0)
    # docs/reference/loads_cases.md, L8: s, deg
    expected = [
        (6.29995, -20.87244),
        (12.59532, 17.83639),
        (18.88794, -15.49232),
        (25.17876, 13.61956),
    ]
    assert np.allclose(found[1:5, 0], [row[0] for row in expected], atol=1e-4)
    assert np.allclose(np.rad2deg(found[1:5, 1]), [row[1] for row in expected], atol=1e-4)


def test_coefficients_come_back_from_a_record_without_noise() -> None:
    time = np.arange(0.0, 120.0, 0.2)
    fit = fit_decay(time + 40.0, decay_curve(ROLL, time) + 0.01)
    for name in COEFFICIENTS:  # of the integration, 1e-8 of the amplitude
        assert getattr(fit.decay, name) == pytest.approx(getattr(ROLL, name), rel=1e-4), name
    assert fit.decay.mean == pytest.approx(0.01, abs=1e-7)
    assert fit.extremes[1, 0] == pytest.approx(46.29995, abs=1e-3)  # three points 0.2 s apart


def test_linear_damping_is_the_logarithmic_decrement() -> None:
    linear = Decay(omega=2.0, p1=0.2, p2=0.0, p3=0.0, start=1.0)
    time = np.arange(0.0, 30.0, 0.02)
    damped = np.sqrt(4.0 - 0.01)
    closed = np.exp(-0.1 * time) * (np.cos(damped * time) + 0.1 / damped * np.sin(damped * time))
    assert np.allclose(decay_curve(linear, time), closed, atol=1e-7)
    swings = decrements_of(extremes_of(time, closed, 0.0))
    assert np.allclose(swings[:, 1], 0.05, rtol=1e-3)  # of the parabolas through three points
    fit = fit_decay(time, closed, ["p1"])
    assert fit.decay.p1 == pytest.approx(0.2, rel=1e-6)
    assert (fit.decay.p2, fit.errors["p2"]) == (0.0, 0.0)
    assert fit.period == pytest.approx(2.0 * np.pi / damped, rel=1e-4)  # lines between rows
    assert fit.decay.ratio(0.3) == pytest.approx(0.05, rel=1e-6)


def test_quadratic_damping_dissipates_what_its_ratio_says() -> None:
    quadratic = Decay(omega=1.0, p1=0.0, p2=0.3, p3=0.0, start=0.1)
    time = np.arange(0.0, 60.0, 0.02)
    swings = decrements_of(extremes_of(time, decay_curve(quadratic, time), 0.0))
    # Small damping: 8/(3 pi) p2 a/2 at the amplitude a, to its square, .01 of it here.
    expected = [quadratic.ratio(float(amplitude)) for amplitude in swings[:, 0]]
    assert np.allclose(swings[:, 1], expected, rtol=0.02)


def test_standard_errors_are_the_scatter_of_noisy_records() -> None:
    time = np.arange(0.0, 100.0, 0.4)
    clean = decay_curve(ROLL, time)
    random = np.random.default_rng(7)
    scores = []
    for _ in range(16):
        fit = fit_decay(time, clean + np.deg2rad(0.4) * random.standard_normal(len(time)))
        scores.append(
            [(getattr(fit.decay, n) - getattr(ROLL, n)) / fit.errors[n] for n in COEFFICIENTS]
        )
    spread = np.sqrt(np.mean(np.square(scores), axis=0))
    # Of 16 draws a root mean square lies within .6 and 1.45 in 99 of 100; Bartlett's weights over
    # half a period add a tenth.
    assert (spread > 0.55).all(), spread
    assert (spread < 1.6).all(), spread
    assert fit.residual == pytest.approx(np.deg2rad(0.4), rel=0.15)
    assert 8 < len(fit.extremes) < 30  # no crossings by noise


def test_a_record_that_does_not_swing_is_refused() -> None:
    time = np.arange(0.0, 20.0, 0.1)
    with pytest.raises(RaftupError, match="record must swing twice or more, its strongest part"):
        fit_decay(time, np.exp(-time))
    with pytest.raises(RaftupError, match="terms must be of p1, p2, p3, are p4"):
        fit_decay(time, np.cos(time), ["p4"])
