"""Outputs that cannot be read where a step has led: told to who asked, and to nobody else."""

from typing import Any

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


def test_another_client_of_the_server_notices_nothing(client: raftup.Client) -> None:
    quiet = {**SINKING, "loads": [], "outputs": ["weight.position"]}
    with client.create_session(quiet) as other, client.create_session(SINKING) as session:
        other.initialise()
        session.initialise()
        with pytest.raises(raftup.RaftupError, match="fairlead lies"):
            step_until_it_fails(session, 1)
        other.step(10)
        assert other.status().step_index == 10
