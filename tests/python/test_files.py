"""Files that are there as a whole or not at all."""

import os
from pathlib import Path

import pytest

from raftup.base.files import make_folder, whole_file, write_whole


def test_a_file_takes_its_place_only_when_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "result"
    write_whole(file, b"before")
    with pytest.raises(FileExistsError), whole_file(file) as unfinished:
        unfinished.touch(exist_ok=False)  # it is there already: the block ends badly
    assert file.read_bytes() == b"before"
    write_whole(file, b"after")
    assert file.read_bytes() == b"after"
    assert list(tmp_path.iterdir()) == [file]


def test_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="is no file that can be replaced"):
        write_whole(pipe, b"")
    assert pipe.is_fifo()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"")
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_folder_that_takes_no_file_is_refused_with_the_name_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(FileNotFoundError) as absent:
        write_whole(tmp_path / "none" / "x", b"")
    assert absent.value.filename == str(tmp_path / "none")
    with pytest.raises(NotADirectoryError):
        write_whole(file / "x", b"")
    with pytest.raises(NotADirectoryError):
        make_folder(file)
    with pytest.raises((FileNotFoundError, PermissionError)) as refused:
        write_whole(Path("/proc/x"), b"")  # also to those who may write everywhere
    assert refused.value.filename == "/proc/x"
