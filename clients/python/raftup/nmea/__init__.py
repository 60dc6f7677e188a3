"""Simulated instruments of ships: NMEA 0183 sentences and AIS reports of a session, sent by UDP."""

from raftup.nmea.chart import Chart, Motion
from raftup.nmea.transmitter import Transmitter
from raftup.nmea.transponder import ShipData, read_ships

__all__ = ["Chart", "Motion", "ShipData", "Transmitter", "read_ships"]
