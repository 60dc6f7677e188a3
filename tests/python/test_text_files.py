"""Tables and documents of any encoding: read where that is plain, else refused in words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup
from raftup.base.documents import read_document
from raftup.base.errors import ModelError
from raftup.base.text import text_of
from raftup.frequency_domain.long_term import read_scatter
from raftup.sea import read_elevation

MARK = b"\xef\xbb\xbf"  # with which spreadsheets begin what they save as "CSV UTF-8"
SCATTER = b"Hs [m],Tp [s],probability\r\n2,8,0.5\r\n3,9,0.5\r\n"
ELEVATION = b"time [s],eta [m]\r\n0,1.5\r\n1,2.5\r\n"
MODEL = b"name: moored\nbodies: []\n"


def model_of(file: Path) -> dict[str, Any]:
    """The fields of a model file."""
    return read_document(file, ModelError)[0]


def test_a_mark_at_the_begin_of_a_file_is_no_part_of_it(tmp_path: Path) -> None:
    file = tmp_path / "given"
    file.write_bytes(MARK + SCATTER)
    assert [cell.significant_wave_height for cell in read_scatter(file)] == [2.0, 3.0]
    file.write_bytes(MARK + ELEVATION)
    time, elevation = read_elevation(file, "eta")
    np.testing.assert_array_equal((time, elevation), ([0.0, 1.0], [1.5, 2.5]))
    file.write_bytes(MARK + MODEL)
    assert model_of(file) == {"name": "moored", "bodies": []}


@pytest.mark.parametrize("read", [read_scatter, read_elevation, model_of])
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"a: b\nHs: h\xf6he\n", "has the byte 0xf6 in line 2"),  # Latin-1
        (ELEVATION.decode().encode("utf-16"), "has the byte 0xff in line 1"),
        (b"\x89PNG\r\n", "has the byte 0x89 in line 1"),
    ],
)
def test_what_is_no_utf_8_is_refused_by_its_line(
    read: Callable[[Path], Any], data: bytes, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "given"
    file.write_bytes(data)
    with pytest.raises(raftup.RaftupError) as caught:
        read(file)
    assert caught.value.code == "INVALID_ARGUMENT"
    assert f"must be text in UTF-8, {told}: save it in this encoding" in str(caught.value)
    assert "codec" not in str(caught.value)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("time,eta\n0,1\n1,high\n", "must have a number in line 3, is 'high'"),
        (
            "time;eta\n0;1,5\n1;2,5\n",
            "must have a number in line 3, is '2,5'; decimals have a point",
        ),
    ],
)
def test_a_cell_that_is_no_number_is_told_with_its_line(
    table: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "eta.csv"
    file.write_text(table)
    with pytest.raises(raftup.RaftupError) as caught:
        read_elevation(file)
    assert told in str(caught.value)


def test_lines_end_as_the_file_has_them(tmp_path: Path) -> None:
    file = tmp_path / "given"
    file.write_bytes("é\r\nb\n".encode())
    assert text_of(file) == "é\r\nb\n"
