"""Numbers by UDP: the same bytes as the same forces by a stream, and packets that are wrong."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from command_line import command, start
from conftest import eventually

import raftup
from raftup.base.errors import SpecificationError
from raftup.participants.follow import follow
from raftup.udp import HEADER, Packet, Signals, UdpPartner, pack, read_signals, unpack

MASS, STIFFNESS, STEP = 1.0e3, 4.0e3, 0.01  # kg, N/m, s
MAP = {
    "outputs": ["buoy.position", {"name": "buoy.linear_velocity", "component": 0}],
    "inputs": [{"name": "spring", "component": 0}],
}


def buoy() -> dict[str, Any]:
    """A body at 1 m that moves along x alone."""
    return {
        "bodies": [
            {"name": "buoy", "mass": MASS, "inertia": {"xx": 1e3, "yy": 1e3, "zz": 1e3}}
            | {"gravity": False, "position": [1, 0, 0], "free": [True] + [False] * 5}
        ],
        "inputs": [{"name": "spring", "external_force": {"body": "buoy"}}],
        "outputs": ["buoy.position"],
        "integration": {"step": STEP, "duration": 5},
    }


def spring(packet: Packet) -> list[float]:
    return [-STIFFNESS * float(packet.values[0])]


Answers = Callable[[Packet], list[bytes]]


def honest(packet: Packet) -> list[bytes]:
    return [pack(Packet(packet.sequence, packet.time_ns, np.array(spring(packet))))]


@contextmanager
def program(answers: Answers) -> Iterator[tuple[int, list[int]]]:
    """A program at the other end; yields its port and the list of the port that it answers."""
    own = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    own.bind(("127.0.0.1", 0))
    own.settimeout(0.05)
    to: list[int] = []
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            try:
                data = own.recv(65536)
            except TimeoutError:
                continue
            for answer in answers(unpack(data, 4)):
                own.sendto(answer, ("127.0.0.1", to[0]))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield own.getsockname()[1], to
    finally:
        ended.set()
        thread.join()
        own.close()


def by_udp(
    client: raftup.Client, answers: Answers, steps: int, deadline: float | None = None
) -> tuple[Any, UdpPartner]:
    """Positions [steps] of the buoy, and the partner with its counts."""
    participant = raftup.Participant("udp", inputs=["spring"])
    session = client.create_session(buoy(), participants=[participant])
    session.initialise()
    signals = read_signals(MAP, session.variables())
    with (
        program(answers) as (port, tell),
        ThreadPoolExecutor() as pool,
        UdpPartner(session, signals, ("127.0.0.1", 0), ("127.0.0.1", port), deadline) as partner,
    ):
        tell.append(partner.port)
        with session, session.exchange(output_stride=1) as controller:
            done = pool.submit(follow, session, partner, "udp", False)
            rows = controller.advance(steps, timeout=60)
        done.result(30)
    return rows["buoy.position"][:, 0], partner


def by_stream(client: raftup.Client, steps: int) -> Any:
    """The same positions with the same forces, sent by one client that steps by itself."""
    with client.create_session(buoy()) as session:
        session.initialise()
        outputs = ["buoy.position"]
        with session.exchange(inputs=["spring"], outputs=outputs, output_stride=1) as stream:
            places = [float(session.read(outputs)["buoy.position"][-1, 0])]
            for step in range(steps):
                stream.send(step * STEP, [-STIFFNESS * places[-1], 0, 0, 0, 0, 0])
                places.append(float(stream.advance(1)["buoy.position"][-1, 0]))
    return np.array(places[1:])


def test_answers_by_udp_are_those_by_a_stream_bit_for_bit(client: raftup.Client) -> None:
    places, partner = by_udp(client, honest, 300)
    np.testing.assert_array_equal(places, by_stream(client, 300))
    # an undamped oscillator: the held force of order 1 moves it by less than a step's motion
    omega = np.sqrt(STIFFNESS / MASS)
    times = STEP * np.arange(1, 301)
    assert np.abs(places - np.cos(omega * times)).max() < 0.5 * omega * STEP * omega * times[-1]
    counts = partner.counts
    assert counts.taken == counts.sent >= 300
    assert (counts.late, counts.lost, counts.refused, counts.held) == (0, 0, 0, 0)


def test_wrong_packets_are_counted_and_change_nothing(client: raftup.Client) -> None:
    def mixed(packet: Packet) -> list[bytes]:
        (right,) = honest(packet)
        now = packet.time_ns
        wrong = np.array([1e9])
        return [
            pack(Packet(packet.sequence, now - 1, wrong)),  # late
            pack(Packet(packet.sequence, now + 1, wrong)),  # for a time to come
            right[:-1],
            b"XXXX" + right[4:],
            right + b"12345678",
            pack(Packet(packet.sequence, now, np.array([np.nan]))),
            b"",
            right,
        ]

    places, partner = by_udp(client, mixed, 20)
    np.testing.assert_array_equal(places, by_stream(client, 20))
    counts = partner.counts
    assert counts.taken == counts.sent
    assert counts.late == counts.taken
    assert counts.refused == 6 * counts.taken
    assert partner.refusal == "a packet must have at least 32 bytes, has 0"


def test_a_step_waits_for_the_deadline_at_most(client: raftup.Client) -> None:
    def dies(packet: Packet) -> list[bytes]:
        return honest(packet) if packet.sequence < 5 else []

    begun = time.monotonic()
    places, partner = by_udp(client, dies, 20, deadline=0.02)
    assert time.monotonic() - begun < 20.0
    counts = partner.counts
    assert counts.taken == 5
    assert counts.held == counts.sent - 5
    # the last force is held: the acceleration is constant from the sixth step on
    acceleration = np.diff(places[6:], 2) / STEP**2
    np.testing.assert_allclose(acceleration, acceleration[0], rtol=1e-6)


def test_values_before_the_first_packet_are_those_of_the_session(client: raftup.Client) -> None:
    participant = raftup.Participant("udp", inputs=["spring"])
    with client.create_session(buoy(), participants=[participant]) as session:
        session.initialise({"spring": [5.0, 0, 0, 0, 0, 0]})
        signals = read_signals(MAP, session.variables())
        anywhere = ("127.0.0.1", 0)
        with UdpPartner(session, signals, anywhere, ("127.0.0.1", 9), deadline=0.01) as partner:
            values = partner.begin(session.read(partner.outputs))
        assert values.tolist() == [5.0, 0, 0, 0, 0, 0]
        assert partner.counts.held == 1


def test_late_and_lost_packets_are_told(client: raftup.Client) -> None:
    kept: list[bytes] = []

    def slow(packet: Packet) -> list[bytes]:
        """Answers of three packets come after the deadline; every tenth number is left out."""
        answer = pack(Packet(packet.sequence + packet.sequence // 10, packet.time_ns, np.zeros(1)))
        if packet.sequence in (3, 4, 5):
            kept.append(answer)
            return []
        return [*kept[:3], answer] if packet.sequence == 6 else [answer]

    _, partner = by_udp(client, slow, 30, deadline=0.05)
    assert partner.counts.late == 3
    assert partner.counts.held == 3
    assert partner.counts.lost == partner.counts.sent // 10 - (partner.counts.sent % 10 == 0)


def test_a_packet_is_what_the_help_says() -> None:
    data = pack(Packet(7, 20_000_000, np.array([1.5, -2.0])))
    assert len(data) == HEADER.size + 16 == 48
    assert data[:4] == b"RFTP"
    assert int.from_bytes(data[4:6], "little") == 1
    assert int.from_bytes(data[8:16], "little") == 7
    assert int.from_bytes(data[16:24], "little", signed=True) == 20_000_000
    assert int.from_bytes(data[24:28], "little") == 2
    assert np.frombuffer(data[32:], "<f8").tolist() == [1.5, -2.0]
    assert unpack(data, 2).values.tolist() == [1.5, -2.0]
    with pytest.raises(ValueError, match="must be of version 1, is of version 2"):
        unpack(data[:4] + b"\x02" + data[5:], 2)
    with pytest.raises(ValueError, match="must have 3 numbers, says 2"):
        unpack(data, 3)


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ({"outputs": ["buoy.place"]}, "outputs[0]: must be one of"),
        ({"outputs": []}, "outputs: must be a list of at least one name"),
        ({"inputs": ["buoy.position"]}, "inputs[0]: must be one of spring, is 'buoy.position'"),
        (
            {"inputs": [{"name": "spring", "component": 6}]},
            "inputs[0].component: must be less than 6, is 6",
        ),
        ({"inputs": ["spring", {"name": "spring"}]}, "inputs: must name each number once"),
        ({"deadline": 1}, "deadline: must be one of inputs, outputs; no such field"),
    ],
)
def test_a_map_that_does_not_fit_is_refused(
    client: raftup.Client, part: dict[str, Any], rule: str
) -> None:
    with (
        client.create_session(buoy()) as session,
        pytest.raises(SpecificationError) as refused,
    ):
        read_signals({**MAP, **part}, session.variables())
    assert rule in str(refused.value)


def test_numbers_of_several_inputs_have_their_places() -> None:
    signals = Signals(("a",), ("b", "c"), np.array([0]), np.array([3, 0]), 7)
    assert signals.values(np.array([5.0, 6.0])).tolist() == [6.0, 0, 0, 5.0, 0, 0, 0]


def test_the_command_ends_with_the_session_and_tells_its_packets(
    server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(MAP))
    participant = raftup.Participant("udp", inputs=["spring"])
    silent: list[Packet] = []

    def answers(packet: Packet) -> list[bytes]:
        silent.append(packet)
        return honest(packet) if packet.sequence < 3 else []

    with program(answers) as (port, tell):
        session = client.create_session(buoy(), participants=[participant])
        session.initialise()
        process = start(
            "udp", session.name, "--in=0", f"--out=127.0.0.1:{port}", "--map=map.yaml",
            f"--server={server.address}", folder=tmp_path,
        )  # fmt: skip
        assert process.stderr is not None
        line = process.stderr.readline()
        assert f"udp takes part in {session.name}, port " in line
        tell.append(int(line.split()[-1]))
        with session.exchange() as controller:
            controller.request(10)
            eventually(lambda: len(silent) >= 4)  # it waits for an answer that does not come
        session.delete()
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "packets: 4 sent, 3 taken, 0 late, 0 lost, 0 refused, 0 held" in errors


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--in=x", "--out=127.0.0.1:1"], "must be HOST:PORT"),
        (["--in=0", "--out=127.0.0.1:0"], "must be HOST:PORT"),
        (["--in=0", "--out=127.0.0.1:1", "--deadline=0"], "--deadline must be above 0 and finite"),
    ],
)
def test_options_that_break_a_rule_are_refused(
    server: raftup.LocalServer,
    client: raftup.Client,
    tmp_path: Path,
    words: list[str],
    message: str,
) -> None:
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(MAP))
    with client.create_session(buoy()) as session:
        done = command(
            "udp", session.name, "--map=map.yaml", f"--server={server.address}", *words,
            folder=tmp_path,
        )  # fmt: skip
    assert done.returncode == 2
    assert message in done.stderr


def test_a_command_that_is_killed_has_a_successor(
    server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(MAP))
    participant = raftup.Participant("udp", inputs=["spring"])
    with client.create_session(buoy(), participants=[participant], lease=0.2) as session:
        session.initialise()
        with program(slowly) as (port, tell), session.exchange(output_stride=1) as controller:
            controller.request(300)
            for is_killed in (True, False):
                process = start(
                    "udp", session.name, "--in=0", f"--out=127.0.0.1:{port}", "--map=map.yaml",
                    f"--server={server.address}", folder=tmp_path,
                )  # fmt: skip
                assert process.stderr is not None
                tell.clear()
                tell.append(int(process.stderr.readline().split()[-1]))
                if is_killed:
                    eventually(lambda: session.status().step_index > 20)
                    process.kill()
                    process.communicate(timeout=60)
            rows = controller.receive()
    process.communicate(timeout=60)
    np.testing.assert_array_equal(rows["buoy.position"][:, 0], by_stream(client, 300))


def slowly(packet: Packet) -> list[bytes]:
    """Answers so slowly that a program can be killed between two of them."""
    time.sleep(0.005)
    return honest(packet)
