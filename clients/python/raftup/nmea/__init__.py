"""What a ship's instruments would say of a session: NMEA 0183 sentences and AIS reports, by UDP."""

from raftup.nmea.chart import Chart, Motion
from raftup.nmea.transmitter import Transmitter
from raftup.nmea.transponder import ShipData, read_ships

__all__ = ["Chart", "Motion", "ShipData", "Transmitter", "read_ships"]
