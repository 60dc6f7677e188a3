"""What a session accumulates is what its rows would have told."""

from typing import Any

import numpy as np
import pytest

import raftup

OUTPUT = "hemisphere.displacement"
WARM_UP = 5.0


def asking(model: dict[str, Any]) -> dict[str, Any]:
    statistics = {
        "warm_up": WARM_UP,
        "outputs": [OUTPUT, "sea.elevation"],
        "turning_points": ["sea.elevation"],
        "limits": [{"name": "up", "output": OUTPUT, "component": 2, "above": 0.05}],
    }
    return {**model, "statistics": statistics}


def test_statistics_are_those_of_the_rows(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    outputs = [OUTPUT, "sea.elevation"]
    with client.create_session(asking(hemisphere)) as session:
        session.initialise()
        with session.exchange(outputs=outputs, output_stride=1) as exchange:
            rows = exchange.advance(400)
        statistics = session.statistics()
    late = rows.time > WARM_UP + 0.01
    motion = rows[OUTPUT][late]
    told = statistics.outputs[OUTPUT]
    assert statistics.sample_count == late.sum() == 300
    assert statistics.duration == pytest.approx(15.0)
    np.testing.assert_allclose(told.mean, motion.mean(axis=0), rtol=1e-11, atol=1e-15)
    np.testing.assert_allclose(told.std, motion.std(axis=0), rtol=1e-11, atol=1e-15)
    np.testing.assert_array_equal(told.max, motion.max(axis=0))
    np.testing.assert_array_equal(told.min, motion.min(axis=0))
    level = rows[OUTPUT][~late].mean(axis=0)
    np.testing.assert_allclose(told.level, level, rtol=1e-11, atol=1e-15)
    heave = motion[:, 2]
    standard = (heave - heave.mean()) / heave.std()
    assert told.skewness[2] == pytest.approx((standard**3).mean(), rel=1e-9)
    assert told.kurtosis[2] == pytest.approx((standard**4).mean(), rel=1e-9)
    assert told.up_crossings[2] == ((heave[:-1] < level[2]) & (heave[1:] >= level[2])).sum() > 1
    exceeded = heave > 0.05
    assert statistics.limits["up"].exceeded_duration == pytest.approx(0.05 * exceeded.sum())
    begins = np.diff(exceeded.astype(int), prepend=0) == 1
    assert statistics.limits["up"].exceedance_count == begins.sum() > 0
    assert told.turning_points == ()
    wave = rows["sea.elevation"][late, 0]
    turns = np.flatnonzero(np.diff(np.sign(np.diff(wave)))) + 1
    expected = [wave[0], *wave[turns], wave[-1]]
    np.testing.assert_array_equal(statistics.outputs["sea.elevation"].turning_points[0], expected)


def test_defaults_are_the_outputs_of_the_model(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session({**hemisphere, "statistics": {}}) as session:
        assert list(session.model.statistics.outputs) == list(session.model.outputs)
        assert session.statistics().sample_count == 0


def test_crossings_that_are_counted_far_from_the_mean_are_found(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    def found(warm_up: float) -> list[str]:
        asked = {"outputs": ["hemisphere.position"], "warm_up": warm_up}
        with client.create_session({**hemisphere, "statistics": asked}) as session:
            session.initialise()
            session.step(400)
            findings = session.status().findings
        return [one.message for one in findings if one.name == "crossing_level"]

    (message,) = found(0.0)  # it heaves about z = -2 m
    assert "of 'hemisphere.position'[2] through 0 with the mean -2" in message
    assert "give a statistics.warm_up whose mean is that of the run" in message
    assert not any("'hemisphere.position'[2]" in message for message in found(5.0))


def test_a_session_without_statistics_has_none_to_tell(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with (
        client.create_session(hemisphere) as session,
        pytest.raises(raftup.RaftupError, match="asks for no statistics"),
    ):
        session.statistics()


def test_every_broken_rule_has_its_path(client: raftup.Client, hemisphere: dict[str, Any]) -> None:
    model = asking(hemisphere)
    model["statistics"]["outputs"] = ["hemisphere.heave"]
    model["statistics"]["limits"].append({"name": "none", "output": "sea.elevation"})
    with pytest.raises(raftup.ModelError) as refused:
        client.create_session(model)
    paths = {violation.path for violation in refused.value.violations}
    assert paths == {
        "statistics.outputs[0]",
        "statistics.turning_points[0]",
        "statistics.limits[1]",
    }
