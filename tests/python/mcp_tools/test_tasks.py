"""Twenty tasks that an engineer sets, each by a fixed script in at most six calls."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import raftup

from .calling import AMPLITUDE, Caller, calling, furnish

Script = Callable[[Caller], Awaitable[None]]
MOST_CALLS = 6
TASKS: dict[str, Script] = {}


def task(script: Script) -> Script:
    TASKS[script.__name__] = script
    return script


@task
async def in_which_unit_is_the_mass(call: Caller) -> None:
    assert (await call("explain", path="bodies.mass"))["unit"] == "kg"


@task
async def which_field_limits_a_spring_to_pulling(call: Caller) -> None:
    found = await call("explain", path="tension_only")
    assert found["fields"][0]["path"].endswith("tension_only")


@task
async def which_spectra_are_there(call: Caller) -> None:
    told = await call("explain", path="environment.sea.waves.irregular")
    assert "jonswap" in [one["path"] for one in told["fields"]]


@task
async def what_is_wrong_with_a_model(call: Caller) -> None:
    found = await call("check_model", text="bodies: [{name: a, mass: -1}]")
    assert any(one["path"] == "bodies[0].mass" for one in found["findings"])


@task
async def repair_a_misspelt_field(call: Caller) -> None:
    text = (
        "{bodies: [{name: a, mas: 1e3, inertia: {xx: 1, yy: 1, zz: 1}}], integration: {step: 0.1}}"
    )
    found = await call("check_model", text=text)
    hint = next(one["hint"] for one in found["findings"] if one["path"] == "bodies[0].mas")
    right = hint.removeprefix("did you mean ").rstrip("?")
    assert (await call("check_model", text=text.replace("mas:", f"{right}:")))["ok"]


@task
async def can_the_buoy_be_run(call: Caller) -> None:
    assert (await call("check_model", file="buoy.yaml"))["ok"]


@task
async def what_is_the_heave_period(call: Caller) -> None:
    rows = (await call("modes", model="buoy.yaml"))["rows"]
    heave = next(row for row in rows if row["mostly"] == "hemisphere heave")
    # a hemisphere of 5 m: (m + a) / (rho g pi r^2) with a = .42 m at this frequency gives 4.4 s
    assert 3.5 < heave["period_s"] < 5.5


@task
async def does_a_stiffer_mooring_shorten_the_surge_period(call: Caller) -> None:
    stiff = {"loads[0].linear_mooring.stiffness": [2e4, 2e4, 0, 0, 0, 1e5]}
    soft = await call("modes", model="buoy.yaml")
    hard = await call("modes", model="buoy.yaml", overrides=stiff)
    first, second = (
        next(row["period_s"] for row in one["rows"] if "surge" in row["mostly"])
        for one in (soft, hard)
    )
    assert second == pytest.approx(0.5 * first, rel=0.05)  # four times the stiffness


@task
async def how_heavy_is_the_buoy(call: Caller) -> None:
    (body,) = (await call("inspect", file="buoy.yaml"))["contents"]["bodies"]
    assert body["name"] == "hemisphere"


@task
async def what_does_the_database_hold(call: Caller) -> None:
    found = (await call("inspect", file="hemisphere.h5"))["contents"]
    assert found["omega"]["count"] > 1


@task
async def how_much_does_it_heave_in_a_swell(call: Caller) -> None:
    answer = await call("response", model="buoy.yaml", periods_s=[12.0], headings_deg=[0.0])
    (row,) = answer["operators"]
    assert row["heave_m_per_m"] == pytest.approx(1.0, abs=0.1)  # it follows a long wave


@task
async def how_much_does_it_heave_in_a_sea(call: Caller) -> None:
    answer = await call("response", model="buoy.yaml", hs_m=2.0, tp_s=8.0)
    heave = next(one for one in answer["statistics"] if one["motion"] == "hemisphere heave")
    assert 0.3 < heave["standard_deviation_m"] < 0.9  # about that of the sea, hs / 4


@task
async def is_the_response_proportional_to_the_height(call: Caller) -> None:
    deviations = []
    for height in (1.0, 2.0):
        answer = await call("response", model="buoy.yaml", hs_m=height, tp_s=8.0)
        rows = {one["motion"]: one for one in answer["statistics"]}
        deviations.append(rows["hemisphere heave"]["standard_deviation_m"])
    assert deviations[1] == pytest.approx(2.0 * deviations[0], rel=1e-3)


@task
async def run_it_and_tell_the_largest_heave(call: Caller) -> None:
    run = await call("run", model="buoy.yaml")
    heave = next(one for one in run["statistics"] if one["output"].endswith("[heave]"))
    assert 0.0 < heave["max"] < 0.3


@task
async def draw_the_heave_of_the_last_ten_seconds(call: Caller) -> None:
    run = await call("run", model="buoy.yaml")
    series = await call(
        "read_result", id=run["id"], variable="hemisphere.displacement[heave]", from_s=10.0
    )
    assert series["time_s"][0] == 10.0
    assert series["time_s"][-1] == 20.0


@task
async def double_the_wave_and_compare(call: Caller) -> None:
    heights = []
    for amplitude in (0.1, 0.2):
        run = await call("run", model="buoy.yaml", overrides={AMPLITUDE: amplitude})
        rows = {one["output"]: one for one in run["statistics"]}
        heights.append(rows["hemisphere.displacement[heave]"]["std"])
    assert heights[1] == pytest.approx(2.0 * heights[0], rel=1e-2)


@task
async def run_a_study_of_two_waves(call: Caller) -> None:
    begun = await call("study", file="seas.yaml")
    await call("job", id=begun["id"])
    assert (await call("study_status", id=begun["id"]))["done"] == 2


@task
async def convert_a_database_and_look_at_it(call: Caller) -> None:
    await call("import_database", sources=["hemisphere.h5"], out="new.h5")
    assert (await call("inspect", file="new.h5"))["kind"] == "database"


@task
async def why_can_a_run_not_be_read(call: Caller) -> None:
    run = await call("run", model="buoy.yaml", duration_s=1.0)
    refusal = await call.refusal("read_result", id=run["id"], variable="buoy.heave")
    assert "hemisphere.displacement" in refusal  # what there is instead


@task
async def how_long_may_a_run_be(call: Caller) -> None:
    assert "1000000 steps" in await call.refusal("run", model="buoy.yaml", duration_s=1e9)


@pytest.mark.parametrize("name", sorted(TASKS))
def test_a_task_takes_six_calls_at_most(
    client: raftup.Client, tmp_path: Path, hemisphere: dict[str, Any], name: str
) -> None:
    assert len(TASKS) == 20
    root = furnish(tmp_path, hemisphere)
    assert calling(client, root, TASKS[name]) <= MOST_CALLS
