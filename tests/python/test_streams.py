"""Sessions and streams: inputs sent ahead, rows read, states kept and restored."""

import dataclasses
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import MODELS, example

import raftup
from raftup.remote.rows import Rows

OUTPUTS = ["hemisphere.displacement", "hemisphere.force.excitation"]


def components(waves: Any) -> dict[str, Any]:
    """A wave train of the example as a sea of the model."""
    return {
        "ramp_duration": waves.ramp_duration,
        "waves": [
            {
                "components": {
                    "omega": waves.omega,
                    "amplitude": waves.amplitude,
                    "phase_deg": np.rad2deg(waves.phase),
                    "direction_deg": np.full(len(waves.omega), np.rad2deg(waves.direction)),
                }
            }
        ],
    }


def run_in_components(client: raftup.Client, model: Path, waves: Any, duration: float) -> Rows:
    """The same body when the server itself makes the waves; rows as a stream gives them."""
    overrides = {
        "environment.sea": components(waves),
        "hydrodynamics[0].excitation.at_body_position": False,
        "inputs": [],
    }
    with client.create_session(model, overrides=overrides) as session:
        session.initialise()
        with session.exchange(outputs=OUTPUTS) as exchange:
            return exchange.advance(round(duration / (session.step_ns * 1e-9)))


def test_a_streamed_excitation_force_moves_the_body_as_the_servers_own(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream_force = example("stream_force", monkeypatch)
    waves = stream_force.example_waves()
    streamed = stream_force.stream(client.address, waves, duration=60.0)[OUTPUTS[0]]
    own = run_in_components(client, stream_force.MODEL, waves, 60.0)[OUTPUTS[0]]
    assert np.abs(own).max() > 0.05
    # the same numbers in another order of summation: round-off
    assert np.abs(streamed - own).max() <= 1e-9 * np.abs(own).max()


def test_a_streamed_elevation_excites_the_body_as_the_components_do_after_the_ramp(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    external_sea = example("external_sea", monkeypatch)
    # The ramp of the components fades in forces, that of the stream the elevation; what differs
    # sets the hemisphere swinging on its mooring (56 s, time constant 160 s): by 6 % of the surge
    # after a ramp of 20 s, .5 % after one of 60 s, .2 % when that is over.
    waves = example("stream_force", monkeypatch).example_waves()
    waves = dataclasses.replace(waves, ramp_duration=60.0)
    streamed = external_sea.stream(client.address, waves.elevation, 180.0, outputs=OUTPUTS)
    own = run_in_components(client, external_sea.MODEL, waves, 180.0)
    after = own.time > waves.ramp_duration
    for name in OUTPUTS:
        difference = np.abs(streamed[name][after] - own[name][after]).max(axis=0)
        largest = np.abs(own[name][after]).max(axis=0)
        largest[5] = largest[3:].max()  # no wave turns a body of revolution about its axis
        assert (difference <= 0.01 * largest).all(), (name, difference / largest)


def test_steps_by_call_and_by_stream_give_the_same_bytes(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session(hemisphere) as one, client.create_session(hemisphere) as other:
        one.initialise()
        other.initialise()
        by_call = one.step(200)
        with other.exchange() as exchange:
            by_stream = exchange.advance(200)
    assert len(by_call) == len(by_stream) == 100
    np.testing.assert_array_equal(by_call.time_ns, by_stream.time_ns)
    assert by_call.values.tobytes() == by_stream.values.tobytes()


def test_a_restored_checkpoint_goes_on_with_the_same_bytes(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session(hemisphere) as session:
        session.initialise()
        session.step(100)
        checkpoint = session.checkpoint("half way")
        first = session.step(100)
        session.restore(checkpoint)
        assert session.status().step_index == 100
        assert session.step(100).values.tobytes() == first.values.tobytes()


def test_reset_goes_back_to_the_start(client: raftup.Client, hemisphere: dict[str, Any]) -> None:
    with client.create_session(hemisphere) as session:
        session.initialise()
        start = session.read()
        session.step(10)
        session.reset()
        session.initialise()
        assert session.read().values.tobytes() == start.values.tobytes()


def test_variables_are_listed_with_units(client: raftup.Client) -> None:
    with client.create_session(MODELS / "forced_by_client.yaml") as session:
        variables = {variable.name: variable for variable in session.variables()}
    assert variables["wave_force"].size == 6
    assert variables["hemisphere.position"].unit == "m"
    assert "hemisphere.force.excitation" in variables


def test_long_advances_are_cut_into_messages_that_keep_the_order(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session(hemisphere) as session:
        session.initialise()
        with session.exchange() as exchange:
            parts = list(exchange.advance_in_parts(1000, steps_per_message=64))
    assert [len(part) for part in parts] == [32] * 15 + [20]
    times = np.concatenate([part.time_ns for part in parts])
    np.testing.assert_array_equal(times, np.arange(1, 501) * 100_000_000)


def test_another_client_can_watch_and_a_second_controller_is_refused(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session(hemisphere) as session:
        session.initialise()
        with session.exchange() as controller:
            with session.exchange(
                role=raftup.Role.OBSERVER, outputs=["hemisphere.position"], output_stride=1
            ) as observer:
                controller.advance(10)
                watched = observer.receive()
            assert len(watched) == 10
            with pytest.raises(raftup.RaftupError) as caught:
                session.exchange()
            assert (caught.value.code, caught.value.reason) == ("ABORTED", "CONTROLLER_CONFLICT")
            controller.advance(1)


def test_a_stream_that_owes_samples_is_told_so_instead_of_waiting_for_ever(
    client: raftup.Client,
) -> None:
    participant = raftup.Participant("waves", inputs=["wave_force"], interpolation="linear")
    model = MODELS / "forced_by_client.yaml"
    with client.create_session(model, participants=[participant]) as session:
        session.initialise()
        with (
            session.exchange(inputs=["wave_force"], participant_id="waves") as exchange,
            pytest.raises(raftup.RaftupError, match=r"up to 0\.05 s"),
        ):
            exchange.advance(1)


def test_two_clients_share_a_session_and_the_steps_wait_for_both(
    client: raftup.Client,
) -> None:
    participant = raftup.Participant("waves", inputs=["wave_force"])
    model = MODELS / "forced_by_client.yaml"
    with client.create_session(model, participants=[participant]) as session:
        session.initialise()
        outputs = ["hemisphere.force.excitation", "hemisphere.displacement"]
        with (
            session.exchange(outputs=outputs) as controller,
            session.exchange(
                role=raftup.Role.PARTICIPANT, inputs=["wave_force"], participant_id="waves"
            ) as waves,
        ):
            controller.request(20)
            waves.send([0.05, 0.5], [[0, 0, 1e4, 0, 0, 0]] * 2, watermark=1.0)
            rows = controller.receive()
            assert len(rows) == 20
            assert rows["hemisphere.displacement"][-1, 2] > 0.0


def send_ahead(client: raftup.Client, sample_count: int) -> int:
    """Steps taken after so many samples of a force were sent at once."""
    with client.create_session(MODELS / "forced_by_client.yaml") as session:
        session.initialise()
        with session.exchange(inputs=["wave_force"], participant_id="waves") as exchange:
            exchange.send(0.01 * np.arange(1, sample_count + 1), np.zeros((sample_count, 6)))
            exchange.advance(2)
            return exchange.step_index


def test_a_very_long_look_ahead_is_sent_in_parts_or_refused_in_words(client: raftup.Client) -> None:
    assert send_ahead(client, 200_000) == 2
    with pytest.raises(raftup.RaftupError, match="at most 262144 ahead") as caught:
        send_ahead(client, 270_000)
    assert caught.value.reason == "QUOTA_SAMPLES"


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ([1.0], r"values must be of shape \[1, 6\], has shape \[1\]"),
        ([[0.0] * 5], r"values must be of shape \[1, 6\], has shape \[1, 5\]"),
        ([[0, 0, np.nan, 0, 0, 0]], r"values\[0, 2\] must be a finite number, is nan"),
    ],
)
def test_samples_of_the_wrong_shape_or_value_are_refused_at_once(
    client: raftup.Client, values: Any, refusal: str
) -> None:
    with client.create_session(MODELS / "forced_by_client.yaml") as session:
        session.initialise()
        with session.exchange(inputs=["wave_force"], participant_id="waves") as exchange:
            with pytest.raises(raftup.RaftupError, match=refusal):
                exchange.send(0.05, values)
            exchange.send(0.05, [0.0] * 6)
            exchange.advance(1)


def test_a_client_that_dies_in_mid_stream_leaves_the_session_usable(
    server: raftup.LocalServer, client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session(hemisphere) as session:
        session.initialise()
        other = raftup.connect(server.address)
        stream = other.session(session.name).exchange()
        stream.advance(10)
        other.close()  # as when its process is killed: the connection just ends
        with control_when_free(session) as exchange:
            assert exchange.advance(10).time_ns[-1] == 1_000_000_000


def control_when_free(session: raftup.Session) -> raftup.Exchange:
    """Controls a session as soon as the server has noticed that its controller is gone."""
    deadline = time.monotonic() + 10.0
    while True:
        try:
            return session.exchange()
        except raftup.RaftupError as error:
            if error.reason != "CONTROLLER_CONFLICT" or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("stream_force", "60.00"),
        ("external_sea", "60.00"),
        ("drive_motor", "40.00"),
        ("tow_barge", "120.00"),
        ("wave_model", "40.00"),
    ],
)
def test_the_examples_print_a_table(
    name: str,
    end: str,
    server: raftup.LocalServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", [name, server.address])
    example("stream_force", monkeypatch)
    example(name, monkeypatch).main()
    lines = capsys.readouterr().out.splitlines()
    assert "time [s]" in "".join(lines[:2])
    assert lines[-1].split()[0] == end


def test_a_client_that_is_the_wave_model_pushes_as_the_same_wave_of_the_model(
    server: raftup.LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = example("wave_model", monkeypatch)
    wave = module.RegularWave(amplitude=0.2, period=20.0)
    ours, theirs = module.compare(server.address, wave, step_count=800)
    by_client, by_model = (rows["hull.force.excitation"][-800:, 2] for rows in (ours, theirs))
    # Diffraction, which the undisturbed water does not know, is omega^2 A33 / C33 = 3 % of the
    # force; 240 flat panels have 0.5 % of the area too much or too little, a held answer is half a
    # step late: 1 %.
    assert np.abs(by_client - by_model).max() < 0.05 * np.abs(by_model).max()
    # so slow a wave lifts the hull as it lifts the water, whoever makes it
    heave = [rows["hull.displacement"][-800:, 2] for rows in (ours, theirs)]
    assert np.abs(heave[0] - heave[1]).max() < 0.05 * np.abs(heave[1]).max()


def test_a_client_slews_a_crane_by_its_motor_and_reads_what_the_ring_carries(
    server: raftup.LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = example("drive_motor", monkeypatch).slew(server.address, duration=40.0)
    late = rows.time > 30.0
    # The controller closes 40 % of the gap per second and has had 15 s since it left its limit.
    np.testing.assert_allclose(rows["slewing_ring.position"][late], np.pi / 2, atol=1e-3)
    assert rows["slewing_ring.speed"].max() == pytest.approx(0.1, abs=1e-9)
    # Weight of the boom and its moment; what is left of the hull's motion is below 1 %.
    force = rows["slewing_ring.force"][late].mean(axis=0)
    weight = 2.0e3 * 9.81
    np.testing.assert_allclose(force[2], weight, rtol=0.01)
    np.testing.assert_allclose(force[3], 4.5 * weight, rtol=0.01)


def test_an_open_stream_goes_on_where_its_session_is_put_back_to(client: raftup.Client) -> None:
    with client.create_session(MODELS / "forced_by_client.yaml") as session:
        session.initialise()
        with session.exchange() as exchange, session.exchange(role=raftup.Role.OBSERVER) as other:
            exchange.advance(10)
            checkpoint = session.checkpoint()
            future = exchange.advance(10)
            session.restore(checkpoint)
            assert exchange.step_index == other.step_index == 10
            again = exchange.advance(10)
            assert exchange.step_index == 20
            assert again.values.tobytes() == future.values.tobytes()
            session.reset()
            session.initialise()
            assert exchange.advance(20).values[10:].tobytes() == future.values.tobytes()


def test_steps_that_wait_say_for_whom_and_give_up_in_time(client: raftup.Client) -> None:
    tug = raftup.Participant("tug", inputs=["wave_force"])
    heard: list[tuple[str, ...]] = []
    with client.create_session(MODELS / "forced_by_client.yaml", participants=[tug]) as session:
        session.initialise()
        with session.exchange() as exchange:
            exchange.on_waiting = heard.append
            with pytest.raises(raftup.RaftupError, match="which waits for tug") as late:
                exchange.advance(10, timeout=1.0)
            assert late.value.code == "DEADLINE_EXCEEDED"
            assert heard == [("tug",)]
            assert session.status().step_index == 0
            exchange.resume()
            with session.exchange(
                role=raftup.Role.PARTICIPANT, participant_id="tug", inputs=["wave_force"]
            ) as partner:
                partner.send([0.0], np.zeros((1, 6)), watermark=10.0)
                exchange.advance(10, timeout=60.0)
            assert exchange.waiting_for == ()
