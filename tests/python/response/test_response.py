"""raftup response: what docs/reference/cases.md says, what it writes and what it refuses."""

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from command_line import command
from conftest import MODELS, reference
from studies.small_studies import PERIOD, WAVE, study_of

import raftup
from raftup import WaveGrid
from raftup.base.arrays import ComplexArray
from raftup.frequency_domain import ResponseSolver, linearise
from raftup.frequency_domain.long_term import ScatterCell, read_scatter
from raftup.frequency_domain.readouts import parse_gap

SIDES = "side:carrier,0,9,0:supply,0,-7,0"


def operator(response: xr.Dataset, body: str, dof: str, heading: int = 0) -> ComplexArray:
    """Complex values over the frequencies."""
    parts = response.rao.sel(body=body, dof=dof).isel(wave_direction=heading)
    values: ComplexArray = parts.sel(complex="re").values + 1j * parts.sel(complex="im").values
    return values


def test_a_free_sphere_heaves_as_in_cases_h2(client: raftup.Client) -> None:
    periods = [3, 4, 4.4, 5, 6, 7, 8, 9, 10, 11]
    known = [0.1167, 1.0745, 1.8748, 1.4869, 1.1483, 1.0622, 1.0313, 1.0177, 1.0106, 1.0068]
    heave = [dof == 2 for dof in range(6)]
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    sphere = {
        "bodies": [{"name": "sphere", "mass": 261.8e3, "inertia": inertia, "free": heave}],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(*reference("bemio/sphere.h5")),
                "bodies": [{"body": "sphere"}],
            }
        ],
        "integration": {"step": 0.05},
    }
    response = raftup.response(sphere, client, periods=periods, headings=[0], data="file")
    # the numbers have four decimals, and X between frequencies by straight lines
    np.testing.assert_allclose(abs(operator(response, "sphere", "heave")), known, atol=2.5e-4)
    offset = float(response.mean_displacement.sel(body="sphere", dof="heave"))
    assert offset == pytest.approx(-0.001, abs=5e-5)


def rm3(database: str) -> dict[str, Any]:
    planar = [True, False, True, False, True, False]
    return {
        "bodies": [
            {"name": "float", "mass": 725834,
             "inertia": {"xx": 20907301, "yy": 21306090.66, "zz": 37085481.11}},
            {"name": "spar", "mass": 886691, "free": planar,
             "inertia": {"xx": 94419614.57, "yy": 94407091.24, "zz": 28542224.82}},
        ],
        "hydrodynamics": [
            {"name": "rm3", "database": database, "bodies": [{"body": "float"}, {"body": "spar"}]}
        ],
        "joints": [
            {"name": "slide", "type": "prismatic", "body1": "spar", "body2": "float",
             "position": [0, 0, -0.72], "drives": [{"spring_damper": {"damping": 1.2e6}}]}
        ],
        "integration": {"step": 0.01},
    }  # fmt: skip


def test_a_float_on_its_spar_moves_as_in_cases_h3(client: raftup.Client) -> None:
    model = rm3(str(*reference("bemio/rm3.h5")))
    response = raftup.response(model, client, periods=[6, 8, 10], headings=[0], data="file")
    floating, spar = (operator(response, body, "heave") for body in ("float", "spar"))
    # periods between the filed frequencies: the rule of interpolation is .05 %
    np.testing.assert_allclose(abs(floating), [0.5196, 0.8150, 0.9513], rtol=1e-3)
    np.testing.assert_allclose(abs(spar), [0.0444, 0.1308, 0.2793], rtol=1e-3)
    np.testing.assert_allclose(np.angle(floating)[:2], [-0.5399, -0.4240], atol=3e-4)
    assert np.angle(spar)[1] == pytest.approx(-0.9253, abs=3e-4)
    # the joint slides by the difference, and turns with both bodies
    stroke = response.joint_position_rao.sel(joint="slide", free_dof="0").isel(wave_direction=0)
    sliding = stroke.sel(complex="re").values + 1j * stroke.sel(complex="im").values
    np.testing.assert_allclose(sliding, spar - floating, atol=1e-9)
    assert np.isnan(response.joint_position_rao.sel(free_dof="1")).all()


def test_single_harmonics_have_the_variance_of_their_amplitudes(client: raftup.Client) -> None:
    waves = {"omega": [0.5, 0.9], "amplitude": [0.2, 0.1], "direction_deg": [0, 90]}
    sea = {"environment.sea": {"waves": [{"components": waves}]}}
    periods = [2 * np.pi / 0.5, 2 * np.pi / 0.9]
    data = raftup.response(
        MODELS / "alongside.yaml", client, sea, periods=periods, headings=[0, 90]
    )
    size = np.hypot(data.rao.sel(complex="re"), data.rao.sel(complex="im")).values
    expected = np.sqrt((0.2 * size[0, 0]) ** 2 / 2 + (0.1 * size[1, 1]) ** 2 / 2)
    np.testing.assert_allclose(data.standard_deviation, expected, rtol=1e-12)


def test_a_memory_far_from_its_data_is_said(client: raftup.Client) -> None:
    cut = {"memory": "convolution", "kernel_duration": 4}
    overrides = {f"hydrodynamics[0].radiation.{name}": value for name, value in cut.items()}
    for data, said in (("memory", True), ("file", False)):
        found = raftup.response(
            MODELS / "alongside.yaml", client, overrides, periods=[8], data=data
        )
        assert ("the radiation memory of pair differs" in found.attrs["limits"]) is said


def test_still_water_has_no_statistics(client: raftup.Client) -> None:
    still: dict[str, Any] = {"environment.sea": {}}
    data = raftup.response(MODELS / "alongside.yaml", client, still, periods=[8])
    assert "standard_deviation" not in data
    assert "no statistics" in data.attrs["limits"]
    with pytest.raises(raftup.RaftupError, match="duration needs a sea"):
        raftup.response(MODELS / "alongside.yaml", client, still, periods=[8], duration=3600)


def test_the_file_says_what_its_numbers_are(client: raftup.Client, tmp_path: Path) -> None:
    file = tmp_path / "response.nc"
    gap = parse_gap(SIDES)
    observer = {"name": "bridge", "body": "carrier", "position": [-20, 0, 15]}
    raftup.response(
        MODELS / "alongside.yaml",
        client,
        {"observers": [observer]},
        periods=[5, 6.5],
        headings=[0, 30],
        gaps=[gap],
        out=file,
    )
    with xr.open_dataset(file) as data:
        assert data.rao.dims == ("complex", "omega", "wave_direction", "body", "dof")
        assert data.complex.values.tolist() == ["re", "im"]
        np.testing.assert_allclose(data.omega, 2 * np.pi / np.array([5, 6.5]))
        np.testing.assert_allclose(data.wave_direction, np.deg2rad([0, 30]))
        assert all(data[name].attrs["units"] for name in ("rao", "omega", "wave_direction"))
        assert json.loads(data.attrs["model"])["name"] == "alongside"
        assert "@" in json.loads(data.attrs["databases"])["pair"]
        assert {"findings", "radiation", "raftup_version", "limits"} <= set(data.attrs)
        assert_points_move_with_their_bodies(data)
        assert (data.most_probable_maximum > 3 * data.standard_deviation).all()
        assert float(data.wave_standard_deviation) == pytest.approx(1.5 / 4, rel=2e-3)


def assert_points_move_with_their_bodies(data: xr.Dataset) -> None:
    rao = (data.rao.sel(complex="re") + 1j * data.rao.sel(complex="im")).values
    motions = {name: rao[:, :, place] for place, name in enumerate(data.body.values)}

    def moved(body: str, arm: Sequence[float]) -> ComplexArray:
        values: ComplexArray = motions[body][..., :3] + np.cross(motions[body][..., 3:], arm)
        return values

    # model frames and centres of mass coincide in this model; both bodies head along x
    expected = moved("carrier", [0, 9, 0]) - moved("supply", [0, -7, 0])
    gap = data.relative_motion_rao.sel(gap="side")
    np.testing.assert_allclose(gap.sel(complex="re"), expected.real, atol=1e-9)
    np.testing.assert_allclose(gap.sel(complex="im"), expected.imag, atol=1e-9)
    bridge = -(data.omega.values[:, None, None] ** 2) * moved("carrier", [-20, 0, 15])
    acceleration = data.observer_acceleration_rao.sel(observer="bridge")
    np.testing.assert_allclose(acceleration.sel(complex="re"), bridge.real, atol=1e-9)
    np.testing.assert_allclose(acceleration.sel(complex="im"), bridge.imag, atol=1e-9)


def test_a_long_term_of_one_sea_state_is_that_sea_state(
    client: raftup.Client, tmp_path: Path
) -> None:
    table = tmp_path / "scatter.csv"
    table.write_text("Hs, Tp, probability\n1.5, 8, 30\n2.0, 9, 0\n")
    cells = read_scatter(table)
    assert [cell.probability for cell in cells] == [1.0]
    data = raftup.response(MODELS / "alongside.yaml", client, scatter=cells, periods=[8])
    np.testing.assert_allclose(data.long_term_standard_deviation, data.standard_deviation)
    turned = raftup.response(
        MODELS / "alongside.yaml", client, scatter=cells, periods=[8], direction_deg=180
    )
    assert np.abs(turned.long_term_standard_deviation / data.standard_deviation - 1).max() > 0.1
    # in T years T / Tz crests: exceeded once in the mean by sqrt(2 m0 ln(T / Tz))
    count = 10 * 365.25 * 86400 / data.mean_period
    expected = data.standard_deviation * np.sqrt(2 * np.log(count))
    np.testing.assert_allclose(data.long_term_extreme.sel(return_period=10), expected, rtol=1e-9)


def test_quadratic_damping_is_linearised_in_the_sea_until_it_stands_still(
    client: raftup.Client,
) -> None:
    path = "hydrodynamics[0].bodies[1].quadratic_damping"
    plain = raftup.response(MODELS / "alongside.yaml", client, periods=[8])
    damped = raftup.response(
        MODELS / "alongside.yaml", client, {path: [0, 0, 0, 2e9, 0, 0]}, periods=[8]
    )
    at = {"body": "supply", "dof": "roll"}
    assert damped.attrs["drag_change"] < 1e-8
    assert float(damped.standard_deviation.sel(at)) < 0.9 * float(plain.standard_deviation.sel(at))
    assert any("takes the same energy" in limit for limit in json.loads(damped.attrs["limits"]))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"periods": [0.5]}, r"periods must lie within the frequencies .* got 0.5 s"),
        ({"periods": [900]}, r"periods must lie within the frequencies .* got 900 s"),
        ({"periods": [-3]}, "periods must be positive"),
        ({"periods": []}, "periods must be positive"),
        ({"duration": 0}, "duration must be positive, is 0"),
        ({"data": "guess"}, "data must be memory or file"),
        ({"gaps": [parse_gap("g:carrier,0,0,0:tug,0,0,0")]}, "gap must name one of the bodies"),
    ],
)
def test_what_the_data_do_not_hold_is_refused(
    wanted: dict[str, Any], message: str, client: raftup.Client
) -> None:
    with pytest.raises(raftup.RaftupError, match=message) as refused:
        raftup.response(MODELS / "alongside.yaml", client, **wanted)
    assert refused.value.is_bad_input


def test_a_heading_beyond_those_of_the_database_is_refused(client: raftup.Client) -> None:
    body = {"name": "hull", "inertia": {"xx": 1e6, "yy": 1e6, "zz": 1e6}}
    water = {"name": "water", "database": str(*reference("bemio/trimaran.h5"))}
    model = {
        "bodies": [body],
        "hydrodynamics": [{**water, "bodies": [{"body": "hull"}]}],
        "integration": {"step": 0.05},
    }
    with pytest.raises(raftup.RaftupError, match=r"headings .* at body hull, got 90 deg"):
        raftup.response(model, client, periods=[8], headings=[0, 90])


@pytest.mark.parametrize(
    "text",
    [
        "1.5,8,3,90\n2,9,1,90\n",
        "direction [deg], Tp (s), Hs [m], probability\n90,8,1.5,3\n90,9,2,1\n",
    ],
)
def test_a_scatter_table_needs_no_names_and_may_say_units(text: str, tmp_path: Path) -> None:
    file = tmp_path / "scatter.csv"
    file.write_text(text)
    assert read_scatter(file) == [
        ScatterCell(1.5, 8.0, 0.75, 90.0),
        ScatterCell(2.0, 9.0, 0.25, 90.0),
    ]


def test_units_of_a_scatter_table_are_read_and_others_refused(tmp_path: Path) -> None:
    file = tmp_path / "scatter.csv"
    file.write_text("Hs [cm], Tp (min), probability [%], direction [rad]\n250,.1,100,1\n")
    [cell] = read_scatter(file)
    assert (cell.significant_wave_height, cell.peak_period) == pytest.approx((2.5, 6.0))
    assert cell.direction_deg == pytest.approx(np.rad2deg(1.0))
    file.write_text("Hs [V],Tp,probability\n2,8,1\n")
    with pytest.raises(raftup.RaftupError, match=r"must have hs in one of m, .* is in 'V'"):
        read_scatter(file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Hs, Tp\n1, 2\n", "names the columns Hs, Tp, probability"),
        ("Hs,Tp,probability\n1,x,1\n", "line 2 must have a number tp, got 'x'"),
        ("Hs,Tp,probability\n1,8,1\n-1,8,1\n", "line 3 hs is out of range, got -1"),
        ("Hs,Tp,probability\n1,8,0\n", "a probability above 0"),
        ("", "names the columns"),
    ],
)
def test_a_scatter_table_that_is_none_is_refused(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "scatter.csv"
    file.write_text(text)
    with pytest.raises(raftup.RaftupError, match=message):
        read_scatter(file)


@pytest.mark.parametrize("text", ["", "a:b", "a:b,1,2:c,1,2,3", ":b,1,2,3:c,1,2,3", "a:b,x,2,3:c"])
def test_a_gap_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(raftup.RaftupError, match="NAME:BODY,x,y,z:BODY,x,y,z"):
        parse_gap(text)


def response(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return command("response", *arguments, folder=folder)


def test_the_command_writes_file_and_pictures(tmp_path: Path) -> None:
    done = response(
        MODELS / "hemisphere_regular.yaml", "--periods=6,8,10", "--headings=0,90,180",
        "--hs=2", "--tp=9", "--direction=180", "--plot=plots", folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "natural period" in done.stdout
    assert "most probable" in done.stdout
    with xr.open_dataset(tmp_path / "response.nc") as data:
        jonswap = json.loads(data.attrs["model"])["environment"]["sea"]["waves"][0]["irregular"]
        assert jonswap["jonswap"]["significant_wave_height"] == 2.0
    pictures = {path.name for path in (tmp_path / "plots").iterdir()}
    kinds = ("rao", "rao_phase", "response_spectra")  # three headings make no polar diagram
    assert pictures == {"modes.png", *(f"{kind}_hemisphere.png" for kind in kinds)}


@pytest.mark.parametrize(
    ("option", "message"),
    [("--periods=5,x", "periods must be numbers"), ("--hs=2", "must be given together")],
)
def test_a_wrong_option_ends_with_2(option: str, message: str, tmp_path: Path) -> None:
    done = response(MODELS / "alongside.yaml", option, folder=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "response.nc").exists()


def test_two_ships_at_100_frequencies_and_36_headings_take_a_tenth_of_a_second(
    client: raftup.Client,
) -> None:
    grid = WaveGrid(omega=np.linspace(0.3, 2.5, 100), default_directions=True)
    linear = linearise(client, MODELS / "alongside.yaml", grids=[grid])
    times: list[float] = []
    for _ in range(5):
        start = time.process_time()
        rao = ResponseSolver(linear, linear.equations.grids[0]).solve()
        times.append(time.process_time() - start)
    assert rao.shape == (100, 36, 12)
    assert min(times) < 0.1, times  # .013 s on one idle core


def test_a_sea_that_is_cut_at_the_end_of_the_data_keeps_its_variance(client: raftup.Client) -> None:
    model = study_of([1.0], 1)["model"]  # of 1 m, over data up to 5 rad/s
    cut = client.check_model(model, {PERIOD: 3.2})
    assert cut.model.environment.sea.waves[0].irregular.omega_max == 5.0
    (finding,) = (one for one in cut.findings if one.name == "sea_cut")
    assert "5 rad/s; the waves below carry the 1.9 % of its variance" in finding.message
    found = raftup.response(model, client, {PERIOD: 3.2})
    # 400 frequencies, linear in between
    assert float(found.wave_standard_deviation) == pytest.approx(0.25, rel=1e-4)
    assert not any("outside the frequencies" in limit for limit in found.attrs["limits"])
    said = raftup.response(model, client, {PERIOD: 3.2, f"{WAVE}.omega_max": 5.0})
    xr.testing.assert_identical(found.standard_deviation, said.standard_deviation)
