"""Selection of the cases of a study that a server must check so that all cases are checked."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

import numpy as np

from raftup._generated import model_pb2
from raftup.base.errors import ModelError, Violation
from raftup.frequency_domain.waves import elevation_spectrum, spectral_peaks
from raftup.model import Model
from raftup.model.variants import ModelVariants
from raftup.remote.client import Client
from raftup.study.axes import Axis
from raftup.study.cases import Cases, case_model
from raftup.study.naming import at_place, named_in_study
from raftup.study.progress import Preparation, PreparationCallback
from raftup.study.specification import StudySpecification

Places: TypeAlias = tuple[int, ...]
"""Place of a case on each axis."""

_Answer = TypeVar("_Answer")

_AT_ONCE = 4  # cases that a server judges at the same time
_CHUNK = 256  # cases whose models are in memory at the same time
_SEED = re.compile(r"environment\.sea\.waves\[([0-9]+)\]\.irregular\.seed")
_HIGHEST_SHARE = 0.99  # of a spectrum's energy lies below its highest component
_MARGIN = 1.01  # of that frequency, which is found by a sum here and by a search in the server


class Combinations:
    """Checks of the cases of a study by a server.

    A value that breaks a rule by itself is reported once, as a value of its axis. Then every case
    without such a value is checked. Seeds need not be checked one by one if they have no influence:
    a seed shifts the frequencies of wave components within the band of the spectrum, so that if the
    highest frequency of the band is within the database, all seeds are equivalent.
    """

    def __init__(
        self,
        client: Client,
        specification: StudySpecification,
        preparation: PreparationCallback,
    ) -> None:
        """Prepares the checks without making any.

        Args:
            client: client of any server of the same version.
            specification: study that breaks no rule of the schema, with databases named as on the
                server.
            preparation: function that is called after every case that was checked.
        """
        self._client = client
        self._specification = specification
        self._axes = specification.axes
        self._cases = Cases(specification)
        self._models = ModelVariants(specification.model)
        self._refused: set[Places] = set()
        self._preparation = preparation
        self._judged = 1  # the first case
        self._expected = self._cases_without_seeds()

    def _cases_without_seeds(self) -> int:
        """Number of checks if no seed matters; twice with seeds, for their highest frequencies."""
        seeded = [bool(_seeded_waves(axis)) for axis in self._axes]
        lengths = [
            1 if varies else len(axis) for axis, varies in zip(self._axes, seeded, strict=True)
        ]
        return math.prod(lengths) * (2 if any(seeded) else 1)

    def violations(self, known: Mapping[Violation, None]) -> list[Violation]:
        """Rules that values of the axes break, alone or in combination.

        Args:
            known: violations of the first case, which are not reported again.
        """
        found = dict(known)
        if known:
            self._refused.add((0,) * len(self._axes))
        allowed = [self._allowed_places(number, found) for number in range(len(self._axes))]
        together = (
            places for places in itertools.product(*allowed) if np.count_nonzero(places) > 1
        )
        for cases in (together, self._seeds_that_matter(itertools.product(*allowed))):
            for places, broken in self._each(self._judge, cases):
                where = self._cases.name(self._index(places))
                if broken:
                    self._refused.add(places)
                for violation in broken:
                    if violation not in found:
                        found[Violation(where, str(violation))] = None
        return [violation for violation in found if violation not in known]

    def _allowed_places(self, number: int, found: dict[Violation, None]) -> list[int]:
        """Places of an axis whose values break no rule alone; of seeds only the first place."""
        axis = self._axes[number]
        if _seeded_waves(axis):
            return [0]
        allowed = [0]
        before, after = (0,) * number, (0,) * (len(self._axes) - number - 1)
        alone = ((*before, place, *after) for place in range(1, len(axis)))
        for places, broken in self._each(self._judge, alone):
            if broken:
                self._refused.add(places)
            violations = at_place(axis, places[number], broken, found)
            found.update(dict.fromkeys(violations))
            if not violations:
                allowed.append(places[number])
        return allowed

    def _index(self, places: Places) -> int:
        return int(np.ravel_multi_index(places, self._cases.shape)) if places else 0

    def _seeds_that_matter(self, judged: Iterable[Places]) -> Iterator[Places]:
        """Cases that differ by their seeds from refused ones, or for which a seed has influence."""
        seeded = [bool(_seeded_waves(axis)) for axis in self._axes]
        if not any(seeded):
            return
        for base, all_allowed in self._each(self._all_seeds_allowed, judged):
            ranges = [
                range(len(axis)) if varies else (place,)
                for axis, varies, place in zip(self._axes, seeded, base, strict=True)
            ]
            if not all_allowed:
                yield from (places for places in itertools.product(*ranges) if places != base)

    def _all_seeds_allowed(self, places: Places) -> bool:
        """Whether the server accepts the highest frequencies that seeds can give."""
        model = self._read(places)
        if model is None or places in self._refused:
            return False
        if model.environment.HasField("current"):
            return False  # in a current the highest frequency need not be the worst
        numbers = {wave for axis in self._axes for wave in _seeded_waves(axis)}
        if not self._broken(_with_highest_waves(model, numbers)):
            return True
        waves = [model.environment.sea.waves[number].irregular for number in numbers]
        if any(wave.HasField("omega_max") for wave in waves):
            return False
        # the server may cut a sea at the end of the data, which is then the highest frequency
        completed = self._client.check_model(model).model
        return not self._broken(_with_highest_waves(completed, numbers))

    def _each(
        self, ask: Callable[[Places], _Answer], cases: Iterable[Places]
    ) -> Iterator[tuple[Places, _Answer]]:
        """Yields cases with the answers about them, in order; several are checked at a time."""
        cases = iter(cases)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            while chunk := list(itertools.islice(cases, _CHUNK)):
                for places, answer in zip(chunk, pool.map(ask, chunk), strict=True):
                    self._judged += 1
                    total = max(self._judged, self._expected)
                    self._preparation(Preparation("checking", self._judged, total))
                    yield places, answer

    def _judge(self, places: Places) -> list[Violation]:
        try:
            return self._broken(case_model(self._models, self._overrides(places)))
        except ModelError as error:
            return named_in_study(error.violations, self._specification)

    def _broken(self, model: Model) -> list[Violation]:
        try:
            self._client.check_model(model)
        except ModelError as error:
            return named_in_study(error.violations, self._specification)
        return []

    def _read(self, places: Places) -> Model | None:
        read = self._models.read(self._overrides(places))
        return None if read.violations else read.model

    def _overrides(self, places: Places) -> dict[str, Any]:
        return self._cases.overrides(self._index(places))


def _seeded_waves(axis: Axis) -> list[int]:
    """Numbers of the wave systems whose seeds an axis varies; none if it varies anything else."""
    matches = [_SEED.fullmatch(path) for paths in axis.paths.values() for path in paths]
    return [int(match[1]) for match in matches if match] if all(matches) else []


def _with_highest_waves(model: Model, numbers: Iterable[int]) -> Model:
    """A copy of a model in which some wave systems have the highest frequency of all seeds."""
    copy = Model()
    copy.CopyFrom(model)
    for number in numbers:
        wave = copy.environment.sea.waves[number]
        highest, direction = highest_omega(wave.irregular), wave.irregular.direction_deg
        wave.components.omega.append(highest)
        wave.components.amplitude.append(0.0)
        wave.components.direction_deg.append(direction)
    return copy


def highest_omega(wave: model_pb2.IrregularWave) -> float:
    """Highest frequency of the components of an irregular wave, whatever the seed [rad/s]."""
    if wave.HasField("omega_max"):
        return float(wave.omega_max)
    if wave.HasField("tabulated"):
        return float(max(wave.tabulated.omega))
    peaks = [2.0 * np.pi / peak.peak_period for peak in spectral_peaks(wave)]
    omega = np.geomspace(0.1 * min(peaks), 100.0 * max(peaks), 20_001)
    density = elevation_spectrum(wave, omega)
    energy = np.concatenate([[0.0], np.cumsum(np.diff(omega) * (density[1:] + density[:-1]) / 2)])
    if energy[-1] == 0.0:
        return float(3.0 * max(peaks))
    return float(_MARGIN * np.interp(_HIGHEST_SHARE * energy[-1], energy, omega))
