"""Steep regular waves and seas of second order, from model files to probes."""

import json
from typing import Any

import pytest
from conftest import MODELS

import raftup
from raftup.model import load_model


def model(sea: dict[str, Any]) -> dict[str, Any]:
    return {
        "environment": {"gravity": 9.80665, "water_depth": 20, "sea": sea},
        "bodies": [{"name": "rock", "motion": "static"}],
        "probes": [
            {"name": "gauge", "point": [0, 0, -5], "stretching": "extrapolated"},
            {"name": "mast", "point": [0, 0, 4], "stretching": "extrapolated"},
        ],
        "integration": {"step": 0.5, "duration": 1},
        "outputs": ["gauge.elevation", "gauge.pressure", "mast.water_velocity"],
    }


def test_probes_feel_a_steep_wave_up_to_its_crest() -> None:
    wave = {"theory": "stream_function", "height": 8, "period": 10}
    result = raftup.run(model({"waves": [{"regular": wave}]}))
    # Wave a of U5: an independent computation.
    assert result.gauge_elevation.to_numpy()[[0, -1]] == pytest.approx(
        [5.107855488, 3.063163465], rel=1e-6
    )
    assert float(result.gauge_pressure[-1]) == pytest.approx(75176.431, rel=1e-6)
    assert 4.3 < float(result.mast_water_velocity[0, 0]) < 4.69


def test_a_sea_of_second_order_has_higher_crests() -> None:
    waves = {"components": {"omega": [0.6, 0.8], "amplitude": [2, 1.5]}}
    first, second = (
        raftup.run(model({"waves": [waves], **order}))
        for order in ({}, {"order": "second", "sum_cutoff": 3.0})
    )
    assert float(first.gauge_elevation[0]) == pytest.approx(3.5)
    assert float(second.gauge_elevation[0]) > 3.7


def test_a_wave_higher_than_its_theory_is_refused_with_the_limit(client: raftup.Client) -> None:
    wave = {"theory": "stokes5", "height": 13, "period": 10}
    steep = load_model(model({"waves": [{"regular": wave}]}))
    with pytest.raises(raftup.RaftupError, match="H_max = 1"):
        client.create_session(steep)


def test_a_response_takes_the_first_harmonic_of_a_steep_wave_and_says_so() -> None:
    wave = {"regular": {"theory": "stream_function", "height": 1, "period": 6}}
    sea = {"environment.sea.waves": [wave], "integration.duration": 10}
    data = raftup.response(MODELS / "hemisphere_focused.yaml", overrides=sea)
    # to (k H/2)^2, 3e-3, the amplitude is H/2
    assert float(data.wave_standard_deviation) == pytest.approx(0.5 / 2**0.5, rel=3e-3)
    assert "environment.sea.waves[0].regular counts by the first harmonic of its elevation" in (
        json.loads(data.attrs["limits"])
    )


def test_a_body_of_a_database_is_told_that_it_feels_the_first_harmonic(
    client: raftup.Client,
) -> None:
    wave = {"regular": {"theory": "stokes5", "height": 1, "period": 6}}
    sea = {"environment.sea.waves": [wave]}
    check = client.check_model(load_model(MODELS / "hemisphere_focused.yaml", sea))
    told = {finding.name: finding for finding in check.findings}
    assert "feel the first harmonic of its elevation, 0.49" in told["first_harmonic"].message
