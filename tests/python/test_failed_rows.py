"""Outputs that cannot be read where a step has led: told to who asked, and to nobody else."""

import pickle
from typing import Any

import numpy as np
import pytest

import raftup

# Falls by 2 m/s and more from 10 m; its line ends on a bottom at 30 m, which a step of .35 s passes
# between its middle, where loads act, and its end, where they are read.
SINKING: dict[str, Any] = {
    "environment": {"water_depth": 30},
    "bodies": [
        {
            "name": "weight",
            "mass": 1e3,
            "inertia": {"xx": 1e3, "yy": 1e3, "zz": 1e3},
            "gravity": False,
            "position": [0, 0, -10],
            "linear_velocity": [1, 0, -2],
        }
    ],
    "loads": [
        {
            "name": "line",
            "catenary_line": {
                "body": "weight",
                "anchor": [10, 0, -30],
                "length": 25,
                "mass_per_length": 20,
                "diameter": 0.05,
                "axial_stiffness": 1e9,
            },
        }
    ],
    "outputs": ["weight.position", "line.tension"],
    "integration": {"step": 0.35, "duration": 10, "stepper": "spook"},
}


def step_until_it_fails(session: raftup.Session, at_once: int) -> None:
    for _ in range(20):
        session.step(at_once)


@pytest.mark.parametrize("at_once", [1, 20])
def test_a_step_to_where_an_output_cannot_be_read_fails_in_words(
    client: raftup.Client, server: raftup.LocalServer, at_once: int
) -> None:
    with client.create_session(SINKING) as session:
        session.initialise()
        with pytest.raises(raftup.RaftupError) as caught:
            step_until_it_fails(session, at_once)
        assert (caught.value.code, caught.value.reason) == ("OUT_OF_RANGE", "BEYOND_DATA")
        assert "load 'line' of body 'weight': fairlead lies 0.18" in str(caught.value)
        assert server.process.poll() is None
        # The step stands: what can be read there is read.
        assert session.read(["weight.position"])["weight.position"][-1, 2] < -30.0
        assert session.status().step_index == 9
        with pytest.raises(raftup.RaftupError, match="fairlead lies"):
            session.read(["line.tension"])


def test_the_error_of_a_step_has_the_rows_of_those_before_it(client: raftup.Client) -> None:
    outputs = ["weight.position"]
    with client.create_session(SINKING) as session:
        session.initialise()
        expected = [session.step(1, outputs)["weight.position"][0] for _ in range(8)]
    with client.create_session(SINKING) as session:
        session.initialise()
        with pytest.raises(raftup.StepError) as caught:
            session.step(20)
        assert (caught.value.code, caught.value.reason) == ("OUT_OF_RANGE", "BEYOND_DATA")
        rows = caught.value.rows
        assert rows.columns.names == ("weight.position", "line.tension")
        np.testing.assert_array_equal(rows["weight.position"], expected)
        np.testing.assert_allclose(rows.time, 0.35 * np.arange(1, 9))
        again = pickle.loads(pickle.dumps(caught.value))
        np.testing.assert_array_equal(again.rows.values, rows.values)
        with session.exchange(outputs=outputs) as stream:  # nobody holds the session
            assert stream.step_index == 9


def test_steps_and_their_refusals_do_not_depend_on_how_many_they_are(
    client: raftup.Client,
) -> None:
    quiet = {**SINKING, "loads": [], "outputs": ["weight.position"]}
    for count in (1, 3):
        with client.create_session(quiet) as session:
            with pytest.raises(raftup.RaftupError) as early:
                session.step(count)
            assert early.value.reason == "WRONG_STATE"
            session.initialise()
            with pytest.raises(raftup.RaftupError) as caught:
                session.step(count, ["weight.position", "nonsense"])
            assert caught.value.violations[0].path == "output_variables[1]"
            assert str(caught.value).startswith("output_variables[1] must be a variable of the ses")
            with pytest.raises(raftup.RaftupError, match="output_stride must not be negative"):
                session.step(count, output_stride=-1)
            with session.exchange(), pytest.raises(raftup.RaftupError) as taken:
                session.step(count)
            assert taken.value.reason == "CONTROLLER_CONFLICT"
            session.pause()
            with pytest.raises(raftup.RaftupError, match="the session is paused"):
                session.step(count)
            session.resume()
            assert session.step(count).time[-1] == pytest.approx(0.35 * count)
            for wrong in (0, -5):
                with pytest.raises(raftup.RaftupError, match="step_count must be from 1"):
                    session.step(wrong)


def test_another_client_of_the_server_notices_nothing(client: raftup.Client) -> None:
    quiet = {**SINKING, "loads": [], "outputs": ["weight.position"]}
    with client.create_session(quiet) as other, client.create_session(SINKING) as session:
        other.initialise()
        session.initialise()
        with pytest.raises(raftup.RaftupError, match="fairlead lies"):
            step_until_it_fails(session, 1)
        other.step(10)
        assert other.status().step_index == 10
