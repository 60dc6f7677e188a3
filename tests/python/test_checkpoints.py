"""Checkpoints that leave their session: forks, files, restarts."""

import base64
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import example

import raftup

OUTPUT = "hemisphere.displacement"


def steps(session: raftup.Session, count: int) -> bytes:
    """Takes steps; gives the bytes of what they lead to."""
    with session.exchange(outputs=[OUTPUT], output_stride=1) as exchange:
        return exchange.advance(count)[OUTPUT].tobytes()


def test_a_fork_goes_on_byte_for_byte(client: raftup.Client, hemisphere: dict[str, Any]) -> None:
    with client.create_session(hemisphere) as session:
        session.initialise()
        steps(session, 100)
        checkpoint = session.checkpoint("here")
        future = steps(session, 50)
        with client.create_session(from_checkpoint=checkpoint) as fork:
            assert fork.status().step_index == 100
            assert fork.databases == session.databases
            assert steps(fork, 50) == future
        with client.create_session(hemisphere, from_checkpoint=checkpoint, lease=20.0) as fork:
            assert fork.status().spec.lease_ms == 20_000
            assert steps(fork, 50) == future


def test_a_file_goes_on_byte_for_byte_on_another_server(
    client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "here.raftup"
    with client.create_session(hemisphere) as session:
        session.initialise()
        steps(session, 100)
        session.export_checkpoint(session.checkpoint(), file)
        future = steps(session, 50)
        session.restore(session.import_checkpoint(file))
        assert steps(session, 50) == future
    with raftup.local_server() as server, raftup.connect(server.address) as other:
        with pytest.raises(raftup.RaftupError, match="does not exist") as refused:
            other.import_checkpoint(file)
        assert refused.value.reason == "BAD_FIELD"
        other.upload_database(hemisphere["hydrodynamics"][0]["database"])
        with other.import_checkpoint(file, session_id="imported") as session:
            assert session.name == "sessions/imported"
            assert steps(session, 50) == future


def test_a_damaged_file_is_refused(
    client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "here.raftup"
    with client.create_session(hemisphere) as session:
        session.initialise()
        session.export_checkpoint(session.checkpoint(), file)
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
        with pytest.raises(raftup.RaftupError, match="checksum") as refused:
            session.import_checkpoint(file)
        assert refused.value.reason == "CHECKPOINT_REFUSED"
        assert [entry.name for entry in tmp_path.iterdir()] == ["here.raftup"]


# A file of the version before decision 48, with a dynamic_line of four elements and rk4.
FILE_OF_BEFORE = (
    b"c-jkcbPEX$a1NL?^WrZN4h9BB1_;oA(n%(XX~t$o1_r5#=4s~U#)ih`hUO;8iK(fHhG`Zl=B5Tl2FA&z=A2OV6&7Z?W+"
    b"u92CNP5xp)^DJoVPRCR=$y7f%2cuEQuA`cZGprifK8BAHW0=mtuv`T$8xCSdvQfE2X44Sr<>TVw|h&APAOWncyG^QRC^"
    b"Lw1^3!N`Mg}mi5CyNgC{$h88_XK^Q|4#?X>rzyXYK%2=VxG{6{6P?-<*=z6?xnihmpCJLua5>A;coH7NBRcwr4V6~r-i"
    b"zO#BFSTkLBP6thaOzTm%0xP#ihCZ=1k(p%91Lg81c8<ImJlfy2S*Uqa(%jE1WTeZ7<{(RgsCco1yLo;tVTwd&`d^Hq%D"
    b"N7Iu1Lmgvvg!-^d6v!)h-p7h7UlPJUvE(k51@9~MATOvhyh266zI`ap?jsOXb|2GJ<M36u;-4RjJp5O_HeB+J1l2usY+"
    b"!b`<L5hjwv1InFxC8>GEnfZB1Twq>tMq)u~5-%vJ>lNe|XO;k^3>X7ulx9F96+LcYC1?=1Ob-rWgNmQ{uu%L@_ufianG"
    b"P$OnW6NR1i5D(cNpQhfj#8UBg6i}{VYTU;0Jq{JqrKk?pM<O4L8U6e0q~t(-xe$45shlP8U_Vb06VF=!WMW;VU1mvL~d"
    b"EQ~=Yr=tQv8o|ESfz{C%nUv9EF`p5xN%_EezgrIa`Uhlq2Q&V_2T*$sAWH-<B0JrwaAJ@&@;No9jgq45xbUv`;<8ABR7"
    b"Xsnp-W}~R4=Owkh|XLssd45$JX~(|X#X~xdVl``ew(AIy8HIS#Qg&nOuSeAb-&8**q#3$E{BU}&RTptdflh}#QHDj@(G"
    b"cHJlX#M)Y9%l"
)


def test_a_file_with_a_dynamic_line_of_before_goes_on(
    client: raftup.Client, tmp_path: Path
) -> None:
    """Figures of that version: after 2 s, and after 4 s."""
    file = tmp_path / "before.raftup"
    file.write_bytes(zlib.decompress(base64.b85decode(FILE_OF_BEFORE)))
    with client.import_checkpoint(file) as session:
        assert session.status().step_index == 40
        assert "line_stepper" in [finding.name for finding in session.status().findings]
        rows = session.read()
        assert rows["line.tension"].item() == pytest.approx(46552.7259277, rel=2e-3)
        assert rows["line.shape"][0, 3:6] == pytest.approx([21.2088889, 0, -21.6181347])
        session.step(40)
        rows = session.read()
        assert rows["line.tension"].item() == pytest.approx(44718.7442241, rel=1e-2)
        assert rows["buoy.position"][0, 0] == pytest.approx(3.81156186, abs=0.01)


def test_a_session_needs_a_model_or_a_checkpoint(client: raftup.Client) -> None:
    with pytest.raises(ValueError, match="a model or a checkpoint"):
        client.create_session()


@pytest.mark.parametrize(("durability", "kept"), [("process", True), ("none", False), ("", True)])
def test_a_session_outlives_the_server_where_it_was_asked_to(
    durability: str, kept: bool, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    with (
        raftup.local_server(data=tmp_path) as server,
        raftup.connect(server.address) as client,
    ):
        session = client.create_session(hemisphere, durability=durability, session_id="kept")
        session.initialise()
        steps(session, 10)
        server.process.kill()
        server.process.wait()
    with (
        raftup.local_server(data=tmp_path) as server,
        raftup.connect(server.address) as client,
    ):
        names = [session.name for session in client.list_sessions()]
        assert names == (["sessions/kept"] if kept else [])
        if kept:
            assert client.session("sessions/kept").status().step_index == 10


def test_a_stream_goes_on_after_its_server_was_killed(
    hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    hemisphere["inputs"] = [{"name": "push", "external_force": {"body": "hemisphere"}}]
    pushes = np.outer(1e4 * np.sin(np.arange(40)), np.eye(6)[2])
    times = 0.05 * np.arange(40)
    address = f"unix:{tmp_path}/socket"
    data = tmp_path / "data"

    def first_half(exchange: raftup.Exchange) -> bytes:
        exchange.send(times[:30], pushes[:30])  # ten of them ahead
        return exchange.advance(20)[OUTPUT].tobytes()

    def second_half(exchange: raftup.Exchange) -> bytes:
        exchange.send(times[30:], pushes[30:])
        return exchange.advance(20)[OUTPUT].tobytes()

    with (
        raftup.local_server(data=tmp_path / "undisturbed") as server,
        raftup.connect(server.address) as client,
    ):
        session = client.create_session(hemisphere)
        session.initialise()
        with session.exchange(inputs=["push"], outputs=[OUTPUT]) as exchange:
            expected = first_half(exchange) + second_half(exchange)

    with raftup.connect(address) as client:
        with raftup.local_server(address, data=data) as server:
            session = client.create_session(hemisphere)
            session.initialise()
            exchange = session.exchange(inputs=["push"], outputs=[OUTPUT])
            rows = first_half(exchange)
            server.process.kill()
            server.process.wait()
        with raftup.local_server(address, data=data):
            assert len(exchange.resume().time) == 0
            assert exchange.step_index == 20
            assert rows + second_half(exchange) == expected
            exchange.close()


def test_the_example_draws_the_buoy_further_the_harder_the_tug_pulls(
    server: raftup.LocalServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fork_run = example("fork_run", monkeypatch)
    monkeypatch.setattr(sys, "argv", ["fork_run", server.address])
    fork_run.main()
    surge = [float(line.split()[1]) for line in capsys.readouterr().out.splitlines()[1:]]
    assert len(surge) == 10
    # A step of force on a moored body: above the 1 m for 5 kN of its stiffness, below twice that.
    assert np.all(np.diff(surge) > 1.0)
    assert np.all(np.diff(surge) < 2.0)
