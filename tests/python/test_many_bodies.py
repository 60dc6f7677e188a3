"""Words and pictures of models with more bodies than a reader can follow one by one."""

from types import SimpleNamespace

import numpy as np
import pytest
import xarray as xr
from rich.console import Console

from raftup.base.errors import RaftupError
from raftup.base.names import named_in_short
from raftup.cli.response import _statistics_table
from raftup.frequency_domain import linearise_with_modes
from raftup.plots.bodies import MOST_BODIES, extremes_of_many, moving_most
from raftup.plots.motions import plot_motions
from raftup.remote.coefficients import DOFS

NAMES = [f"buoy{number}" for number in range(1, 51)]
LARGEST, SMALLEST = "buoy17", "buoy42"


def deviations() -> xr.DataArray:
    """Standard deviations of fifty bodies, one of which moves most and one least in every dof."""
    values = np.full((50, 6), 0.2) + 1e-4 * np.arange(50)[:, None]
    found = xr.DataArray(values, {"body": NAMES, "dof": list(DOFS)}, ("body", "dof"))
    found.loc[{"body": LARGEST}] = 0.5
    found.loc[{"body": SMALLEST}] = 0.1
    return found


def test_long_lists_of_names_have_their_ends_and_their_number() -> None:
    assert named_in_short(NAMES) == "buoy1, buoy2 to buoy50, 50 in all"
    assert named_in_short(NAMES[:12]) == ", ".join(NAMES[:12])
    assert named_in_short([]) == ""


def test_the_bodies_that_move_most_are_drawn_in_their_order() -> None:
    found = moving_most(deviations())
    assert len(found) == MOST_BODIES
    assert found[0] == LARGEST
    assert found[1:] == ["buoy46", "buoy47", "buoy48", "buoy49", "buoy50"]
    assert SMALLEST not in found
    few = deviations().isel(body=slice(MOST_BODIES))
    assert moving_most(few) == NAMES[:MOST_BODIES]


def test_a_body_without_motion_or_record_is_not_preferred() -> None:
    values = deviations()
    values.loc[{"dof": "sway"}] = 0.0
    values.loc[{"body": "buoy50"}] = np.nan
    assert moving_most(values)[0] == LARGEST
    assert "buoy50" not in moving_most(values)


def test_many_bodies_become_their_extremes_and_few_stay() -> None:
    both = extremes_of_many(deviations())
    assert list(both.body.values) == ["largest of 50 bodies", "smallest of 50 bodies"]
    np.testing.assert_array_equal(both.values, [[0.5] * 6, [0.1] * 6])
    few = deviations().isel(body=slice(MOST_BODIES))
    assert extremes_of_many(few) is few


def test_motions_of_many_bodies_say_that_not_all_are_drawn() -> None:
    time = np.linspace(0.0, 60.0, 121)
    motion = deviations() * xr.DataArray(np.sin(time), {"time": time}, ("time",))
    figure = plot_motions(xr.Dataset({"displacement": motion}))
    legend = figure.legends[0]
    assert legend.get_title().get_text() == "the 6 of 50 bodies that move most"
    assert legend.get_texts()[0].get_text() == LARGEST
    assert [len(axes.lines) for axes in figure.axes] == [MOST_BODIES] * 6


@pytest.mark.parametrize(("count", "rows"), [(50, 12), (2, 12), (1, 6)])
def test_a_table_of_many_motions_has_the_extremes_of_each_dof(count: int, rows: int) -> None:
    deviation = deviations()
    if count < 50:
        deviation = deviation.isel(body=slice(count))
    numbers = {"standard_deviation": deviation, "mean_period": 7.0 + 0.0 * deviation}
    highest = (3.7 * deviation).assign_attrs(long_name="most probable maximum: of three hours")
    table = _statistics_table(xr.Dataset({**numbers, "most_probable_maximum": highest}))
    console = Console(width=120)
    with console.capture() as said:
        console.print(table)
    assert table.row_count == rows
    if count == 50:
        assert "the smallest and the largest of 50 bodies" in said.get()
        assert f"{LARGEST} heave" in said.get()
        assert f"{SMALLEST} heave" in said.get()
        assert "buoy1 heave" not in said.get()


class RefusingClient:
    """A client whose server linearizes a model, but refuses something for the number of bodies."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.asked: list[bool] = []

    def linearize(self, model: object, *, modes: bool = False) -> SimpleNamespace:
        self.asked.append(modes)
        if modes:
            raise RaftupError(self.message, code="RESOURCE_EXHAUSTED", reason="QUOTA_LIMIT")
        return SimpleNamespace(findings=[], model=model)


def test_a_response_of_too_many_motions_for_modes_says_that_they_are_left_out() -> None:
    message = "modes must be asked of at most 240 free motions, got 300: leave modes out"
    client = RefusingClient(message)
    linear = linearise_with_modes(client, "array.yaml")  # type: ignore[arg-type]
    assert client.asked == [True, False]
    assert linear.limits == (f"natural modes are left out: {message}",)


def test_other_refusals_of_many_bodies_stay() -> None:
    client = RefusingClient("a model to be linearised must have at most 250 bodies, got 251")
    with pytest.raises(RaftupError, match="at most 250 bodies"):
        linearise_with_modes(client, "array.yaml")  # type: ignore[arg-type]
    assert client.asked == [True]


def test_a_report_of_many_bodies_has_a_row_for_each_dof_with_its_body() -> None:
    report = pytest.importorskip("raftup.study.report", reason="the extra raftup[study]")
    seas = xr.DataArray([1.0, 2.0, 0.5], {"hs": [1.0, 2.0, 0.5]}, ("hs",))
    deviation = (deviations() * seas).transpose("hs", "body", "dof")
    deviation.attrs["units"] = "m,m,m,rad,rad,rad"
    status = xr.DataArray([1, 1, 1], seas.coords, ("hs",))
    key = xr.DataArray(["aa" * 16, "bb" * 16, "cc" * 16], seas.coords, ("hs",))
    dataset = xr.Dataset({"displacement_std": deviation, "status": status, "key": key})
    head, *rows = report._largest(dataset).rows
    assert [row[0] for row in rows] == [f"displacement_std {dof} of {LARGEST}" for dof in DOFS]
    assert [row[1:3] for row in rows[2:4]] == [["1", "m"], ["57.3", "deg"]]
    assert all("bbbb" in row[3] for row in rows), "the second case"
    assert len(head) == 4
