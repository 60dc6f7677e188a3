"""What a session's ships send: decoded again by the libraries of those who receive it."""

import dataclasses
import math
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pynmea2
import pytest
import yaml
from command_line import command, start
from conftest import MODELS
from pyais import decode

import raftup
from raftup.base.errors import RaftupError, SpecificationError
from raftup.nmea import Chart, Motion, ShipData, Transmitter, read_ships
from raftup.nmea.sentences import own_ship_sentences
from raftup.nmea.transponder import Transponder, reporting_interval

EQUATORIAL_RADIUS, ECCENTRICITY_SQUARED = 6378137.0, 6.69437999014e-3  # WGS 84
LEVEL = np.array([1.0, 0.0, 0.0, 0.0])
STILL = np.zeros(3)
NOON = datetime(2026, 3, 1, 12, 0, 7, 250_000, tzinfo=UTC)
UNDER_WAY = Motion(58.96, 5.72, 1.5, 45.0, 47.5, 12.3, -10.0)
SHIP = ShipData(
    mmsi=257000001,
    name="CARRIER",
    call_sign="LAAA",
    imo=9074729,
    ship_type=80,
    dimensions=(60, 40, 12, 8),
    draught=8.2,
    destination="TANK",
)


def at(chart: Chart, east: float, north: float, **of: Any) -> Motion:
    position = np.array([east, north, 0.0])
    orientation, velocity = of.get("orientation", LEVEL), of.get("velocity", STILL)
    return chart.motion(position, orientation, velocity, of.get("turning", STILL))


def yawed(degrees: float) -> Any:
    half = math.radians(degrees) / 2.0
    return np.array([math.cos(half), 0.0, 0.0, math.sin(half)])


@pytest.mark.parametrize("latitude", [0.0, 58.96, -77.0])
def test_places_follow_the_radii_of_the_ellipsoid(latitude: float) -> None:
    sine = math.sin(math.radians(latitude))
    flattening = 1.0 - ECCENTRICITY_SQUARED * sine**2
    across = EQUATORIAL_RADIUS / math.sqrt(flattening)
    along = across * (1.0 - ECCENTRICITY_SQUARED) / flattening
    chart = Chart(latitude, 5.0)
    north, east = at(chart, 0.0, 10.0), at(chart, 10.0, 0.0)
    # curvature of the earth within 10 m: 1e-5 of a metre, 1e-10 deg
    assert math.radians(north.latitude - latitude) * along == pytest.approx(10.0, abs=2e-5)
    parallel = across * math.cos(math.radians(latitude))
    assert math.radians(east.longitude - 5.0) * parallel == pytest.approx(10.0, abs=2e-5)


def test_headings_and_courses_go_by_the_compass() -> None:
    chart = Chart(58.0, 5.0)
    motion = at(
        chart,
        0.0,
        0.0,
        orientation=yawed(30.0),
        velocity=np.array([0.0, -2.0, 0.0]),
        turning=np.array([0.0, 0.0, math.radians(-1.0)]),
    )
    assert motion.heading == pytest.approx(60.0)
    assert motion.course == pytest.approx(180.0)
    assert motion.speed == pytest.approx(2.0 * 3600.0 / 1852.0)
    assert motion.turn == pytest.approx(60.0)
    assert at(chart, 0.0, 0.0, orientation=yawed(30.0)).course == pytest.approx(60.0)
    assert at(Chart(58.0, 5.0, axis_heading=0.0), 0.0, 0.0).heading == pytest.approx(0.0)


def test_the_date_line_and_the_pole_are_crossed() -> None:
    assert at(Chart(10.0, 179.9999), 30.0, 0.0).longitude == pytest.approx(-179.999826, abs=1e-6)
    assert at(Chart(10.0, 180.0), 0.0, 0.0).longitude == -180.0
    beyond = at(Chart(89.9999, 0.0), 0.0, 100.0, orientation=yawed(90.0))  # bow north
    assert abs(beyond.longitude) == 180.0
    assert beyond.latitude == pytest.approx(89.9992, abs=1e-5)
    assert beyond.heading == pytest.approx(180.0)
    south = at(Chart(-90.0, 0.0), 0.0, 100.0)
    assert south.latitude == pytest.approx(-89.9991, abs=1e-5)


def test_sentences_of_the_own_ship_are_read_within_their_resolution() -> None:
    texts = own_ship_sentences(UNDER_WAY, NOON)
    place, heading, course, turn = (pynmea2.parse(text, check=True) for text in texts)
    assert place.latitude == pytest.approx(UNDER_WAY.latitude, abs=1e-5 / 60.0)
    assert place.longitude == pytest.approx(UNDER_WAY.longitude, abs=1e-5 / 60.0)
    assert (float(place.altitude), place.gps_qual) == (1.5, 8)  # 8: by a simulator
    assert place.timestamp.isoformat() == "12:00:07.250000+00:00"
    assert float(heading.heading) == 45.0
    assert float(course.true_track) == 47.5
    assert float(course.spd_over_grnd_kts) == 12.3
    assert float(course.spd_over_grnd_kmph) == 22.78
    assert (float(turn.rate_of_turn), turn.status) == (-10.0, "A")


def test_rounding_carries_into_degrees_and_round_the_compass() -> None:
    edge = dataclasses.replace(
        UNDER_WAY, latitude=-59.99999999999, longitude=-179.9999999999, heading=359.999
    )
    place, heading, *_ = own_ship_sentences(edge, NOON)
    assert ",6000.00000,S,18000.00000,W," in place
    assert ",0.00,T*" in heading


def messages_of(motion: Motion, ship: ShipData = SHIP) -> list[Any]:
    """Of the first moment: position and static data."""
    position, *static = Transponder(ship).messages(0.0, motion, NOON)
    return [decode(position), decode(*static)]


def test_reports_are_read_within_their_resolution() -> None:
    position, static = messages_of(UNDER_WAY)
    assert (position.msg_type, static.msg_type) == (1, 5)
    assert (position.mmsi, static.mmsi) == (257000001, 257000001)
    assert position.lat == pytest.approx(UNDER_WAY.latitude, abs=1e-4 / 60.0)
    assert position.lon == pytest.approx(UNDER_WAY.longitude, abs=1e-4 / 60.0)
    assert (position.speed, position.course, position.heading) == (12.3, 47.5, 45)
    assert position.turn == pytest.approx(-10.0, abs=0.5)
    assert (position.second, int(position.status)) == (7, 0)
    assert (static.shipname, static.callsign, static.imo) == ("CARRIER", "LAAA", 9074729)
    assert (static.to_bow, static.to_stern, static.to_port, static.to_starboard) == (60, 40, 12, 8)
    assert (static.draught, static.destination, int(static.ship_type)) == (8.2, "TANK", 80)


def test_reports_say_the_most_of_what_is_beyond_and_round_the_compass() -> None:
    fast = dataclasses.replace(
        UNDER_WAY, speed=150.0, course=359.97, heading=359.6, turn=-2000.0, longitude=-180.0
    )
    position, _ = messages_of(fast)
    assert (position.speed, position.course, position.heading) == (102.2, 0.0, 0)
    assert position.turn <= -708.0
    assert position.lon == -180.0


@pytest.mark.parametrize(
    ("speed", "status", "turning", "interval"),
    [
        (0.0, "moored", False, 180.0),
        (4.0, "at_anchor", False, 10.0),
        (14.0, "under_way", False, 10.0),
        (14.0, "under_way", True, 10.0 / 3.0),
        (20.0, "under_way", False, 6.0),
        (20.0, "under_way", True, 2.0),
        (24.0, "under_way", False, 2.0),
    ],
)
def test_reports_come_as_often_as_the_standard_says(
    speed: float, status: str, turning: bool, interval: float
) -> None:
    motion = dataclasses.replace(UNDER_WAY, speed=speed)
    assert reporting_interval(motion, status, turning) == pytest.approx(interval)


def test_a_ship_that_changes_course_reports_more_often() -> None:
    transponder = Transponder(SHIP)
    reports = []
    for second in range(120):
        heading = 0.0 if second < 60 else (second - 60.0)
        motion = dataclasses.replace(UNDER_WAY, heading=heading)
        reports += [second] * bool(transponder.messages(float(second), motion, NOON))
    assert reports[:7] == [0, 10, 20, 30, 40, 50, 60]
    assert np.diff(reports[8:]).max() == 4  # 3 1/3 s, to the next second


@pytest.mark.parametrize(
    ("ship", "rule"),
    [
        ({"mmsi": 1}, "bodies.tug.mmsi: must have nine digits, is 1"),
        ({"mmsi": 257000001, "status": "adrift"}, "bodies.tug.status: must be one of under_way"),
        ({"mmsi": 257000001, "name": "x" * 21}, "bodies.tug.name: must have at most 20"),
        ({"mmsi": 257000001, "color": "red"}, "bodies.tug.color: must be one of"),
    ],
)
def test_ships_that_ais_cannot_tell_are_refused(ship: dict[str, Any], rule: str) -> None:
    with pytest.raises(SpecificationError, match=rule):
        read_ships({"bodies": {"tug": ship}})


@pytest.mark.parametrize("origin", [(90.5, 0.0), (0.0, 181.0)])
def test_an_origin_off_the_earth_is_refused(origin: tuple[float, float]) -> None:
    with pytest.raises(RaftupError, match="origin must have a l"):
        Chart(*origin)


def test_a_body_that_is_not_there_is_refused(client: raftup.Client) -> None:
    with (
        client.create_session(MODELS / "two_body_heave.yaml") as session,
        pytest.raises(RaftupError, match="body must be one of a, b, is 'tug'"),
    ):
        Transmitter(session, Chart(0.0, 0.0), own="tug")


def test_the_command_sends_until_the_session_is_deleted(
    server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    ships = tmp_path / "ships.yaml"
    ships.write_text(yaml.safe_dump({"bodies": {"b": {"mmsi": 257000002, "name": "b"}}}))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(30.0)
        with client.create_session(MODELS / "two_body_heave.yaml") as session:
            session.initialise()
            process = start(
                "nmea",
                session.name,
                f"--server={server.address}",
                f"--udp=127.0.0.1:{receiver.getsockname()[1]}",
                "--origin=58.96,5.72",
                f"--ships={ships}",
                folder=tmp_path,
            )
            assert process.stderr is not None
            assert "by UDP" in process.stderr.readline()
            receiver.settimeout(0.2)
            received: list[str] = []
            while len(received) < 7:
                session.step(100)
                try:
                    received.append(receiver.recv(200).decode())
                except TimeoutError:
                    continue
        process.communicate(timeout=30)
        assert process.returncode == 0
    assert all(text.endswith("\r\n") for text in received)
    kinds = [text[:6] for text in received]
    assert kinds[:4] == ["$GPGGA", "$HEHDT", "$GPVTG", "$TIROT"]
    assert "!AIVDM" in kinds
    place = pynmea2.parse(received[0].strip())
    assert place.latitude == pytest.approx(58.96, abs=1e-4)


@pytest.mark.parametrize("option", ["--udp=nowhere", "--origin=58.96", "--udp=[::1]:0"])
def test_a_wrong_address_or_origin_ends_with_2(
    option: str, server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    with client.create_session(MODELS / "two_body_heave.yaml") as session:
        options = {"--udp": "127.0.0.1:10110", "--origin": "0,0"}
        name, _, value = option.partition("=")
        options[name] = value
        arguments = [f"{key}={text}" for key, text in options.items()]
        done = command(
            "nmea", session.name, f"--server={server.address}", *arguments, folder=tmp_path
        )
    assert done.returncode == 2
    assert "must be" in done.stderr
