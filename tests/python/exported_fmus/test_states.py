"""States of FMUs of both versions: set back here, elsewhere, many times; those that are none."""

import ctypes
import gc
import os
from pathlib import Path

import pytest

import raftup
from raftup.fmu import FmiVersion

from .hosts import HOSTS, Hosts
from .models import ERROR, HINGED, exporter

CYCLES = 100_000 if os.environ.get("RAFTUP_SLOW_TESTS") else 3_000
FUNCTIONS = {
    FmiVersion.FMI_2: ("fmi2DeSerializeFMUstate", "fmi2SetFMUstate"),
    FmiVersion.FMI_3: ("fmi3DeserializeFMUState", "fmi3SetFMUState"),
}


def test_a_state_that_is_set_back_leads_to_the_same_bytes_here_and_elsewhere(host: Hosts) -> None:
    fmu, other = host("alongside"), host("alongside", initialised=False)
    fmu.run(20)
    state = fmu.slave.getFMUState()
    bytes_ = fmu.slave.serializeFMUState(state)
    expected = fmu.run(30, 20)
    fmu.slave.setFMUState(state)
    assert fmu.run(30, 20).tobytes() == expected.tobytes()
    copy = other.slave.deserializeFMUState(bytes_)
    other.slave.setFMUState(copy)
    assert other.slave.serializeFMUState(copy) == bytes_
    assert other.run(30, 20).tobytes() == expected.tobytes()
    fmu.slave.freeFMUState(state)


class _Heap(ctypes.Structure):
    """struct mallinfo2 of malloc.h."""

    _names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in _names.split()]


def bytes_in_use() -> int:
    """Of what malloc() of this process has given and not taken back: to the byte, unlike pages."""
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = _Heap
    heap = mallinfo2()
    return int(heap.uordblks + heap.hblkhd)


def test_states_do_not_grow(host: Hosts) -> None:
    fmu = host(HINGED)
    fmu.run(5)

    def cycle(count: int) -> int:
        for _ in range(count):
            state = fmu.slave.getFMUState()
            fmu.slave.setFMUState(state)
            copy = fmu.slave.deserializeFMUState(fmu.slave.serializeFMUState(state))
            fmu.slave.setFMUState(copy)
            fmu.slave.freeFMUState(state)
            fmu.slave.freeFMUState(copy)
        gc.collect()
        return bytes_in_use()

    before = cycle(100)
    assert cycle(CYCLES) - before < 32_768  # a state has 2 KB; the least that leaks is 24 a cycle
    fmu.compute_step(5 * fmu.step, fmu.step)


def test_states_of_others_and_damaged_ones_are_refused(host: Hosts, version: FmiVersion) -> None:
    fmu, other = host(HINGED), host("slewing_crane")
    deserialise, restore = (fmu.plain[name] for name in FUNCTIONS[version])
    own = fmu.slave.serializeFMUState(fmu.slave.getFMUState())
    others = other.slave.getFMUState()
    foreign = other.slave.serializeFMUState(others)
    cut = [own[:n] for n in range(0, len(own), 97)]
    changed = [own[:n] + bytes([own[n] ^ 1]) + own[n + 1 :] for n in range(0, len(own), 53)]
    rules = {
        "must be of the same inputs": [foreign],
        "must begin as one does": [b"", own[:9], b"x" + own[1:]],
        "must have its checksum": [own[:-1], own + b"x"],
        "a saved state must": [*cut, *changed],
    }
    for rule, every in rules.items():
        for bytes_ in every:
            place, size = ctypes.c_void_p(), ctypes.c_size_t(len(bytes_))
            assert deserialise(fmu.address, bytes_, size, ctypes.byref(place)) == ERROR
            assert rule in fmu.messages[-1]
    for address in (others, ctypes.c_void_p(8), None):
        assert restore(fmu.address, address) == ERROR
        assert "must be one that this instance has given" in fmu.messages[-1]


def test_a_state_of_another_model_with_the_same_inputs_is_refused(
    host: Hosts, client: raftup.Client, version: FmiVersion, tmp_path: Path
) -> None:
    heavier = HINGED | {"bodies": [body | {"mass": 2e4} for body in HINGED["bodies"]]}
    made = exporter(client, tmp_path, version)
    other = HOSTS[version](made(heavier))
    fmu = host(HINGED)
    bytes_ = other.slave.serializeFMUState(other.slave.getFMUState())
    with pytest.raises(Exception, match="FMU"):
        fmu.slave.deserializeFMUState(bytes_)
    own, others = (one.token.removeprefix("raftup-") for one in (fmu, other))
    assert f"must be of model {own}, is of {others}" in fmu.messages[-1]
    other.close()
