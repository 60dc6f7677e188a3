"""Damping of one motion from its free decay, by a least-squares fit of its equation of motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field

TERMS = ("p1", "p2", "p3")
"""Damping coefficients: linear, quadratic, cubic."""

_PARAMETERS = ("omega", *TERMS, "start", "rate")
_ACCURACY = 1e-8  # of the integration, of the largest amplitude
_LEAST_PERIODS = 2.0  # fewer tell no damping
_FAR = 1e3  # amplitudes: where a motion is that grows beyond all bounds
_HEARD = 3.0  # times what is left over: a swing that is smaller tells nothing
_NOISE = 1e-9  # of the largest deviation: extremes below are round-off


@dataclass(frozen=True)
class Decay:
    """A free decay: x = mean + y, y'' + p1 y' + p2 |y'| y' + p3 y'^3 + omega^2 y = 0.

    Attributes:
        omega: undamped natural frequency [rad/s].
        p1: 1/s.
        p2: 1/rad for a rotation, 1/m for a displacement.
        p3: s/rad^2 or s/m^2.
        start: y(0) [rad or m].
        rate: y'(0) [rad/s or m/s].
        mean: value to which the motion decays [rad or m].
    """

    omega: float
    p1: float
    p2: float
    p3: float
    start: float
    rate: float = 0.0
    mean: float = 0.0

    def ratio(self, amplitude: float) -> float:
        """Damping ratio of the linear equation that dissipates the same energy per period.

        zeta = (p1 + 8/(3 pi) p2 omega a + 3/4 p3 omega^2 a^2)/(2 omega).

        Args:
            amplitude: a [rad or m].
        """
        speed = self.omega * amplitude
        linear = self.p1 + 8.0 / (3.0 * np.pi) * self.p2 * speed + 0.75 * self.p3 * speed**2
        return float(linear / (2.0 * self.omega))


@dataclass(frozen=True)
class DecayFit:
    """A decay that was fitted to a record.

    Attributes:
        decay: decay with the least squared residuals.
        errors: standard errors by the name of the attribute of `decay`; 0 if it was not fitted.
        fitted: [n] the decay at the times of the record.
        residual: root mean square of the residuals [rad or m].
        period: mean time between crossings of the mean in one direction, of the fit [s].
        extremes: [k, 2] time [s] and value of alternating maxima and minima of the record, as long
            as they exceed three times the residual.
    """

    decay: Decay
    errors: dict[str, float]
    fitted: FloatArray
    residual: float
    period: float
    extremes: FloatArray

    def decrements(self) -> FloatArray:
        """Amplitude a [rad or m] and damping ratio of each swing, [k - 2, 2].

        Three successive extremes x1, x2, x3 have the ranges r1 = |x1 - x2| and r2 = |x2 - x3|,
        which do not depend on the mean: delta = ln(r1/r2) per half period, ratio delta/sqrt(pi^2 +
        delta^2), a = (r1 + r2)/4.
        """
        return decrements_of(self.extremes)


def decay_curve(decay: Decay, time: FloatArray) -> FloatArray:
    """The motion [n] at some times, the first of which belongs to `start` and `rate`.

    Args:
        decay: the decay.
        time: [n] s, ascending.
    """
    scale = abs(decay.start) + abs(decay.rate) / decay.omega
    numbers = np.array([getattr(decay, name) for name in _PARAMETERS])
    curve: FloatArray = decay.mean + scale * _integrate(_scaled(numbers, scale), time)[0]
    return curve


def extremes_of(
    time: FloatArray, values: FloatArray, mean: float, guide: FloatArray | None = None
) -> FloatArray:
    """Times and values [k, 2] of the maxima and minima between crossings of a mean.

    Each is the vertex of a parabola through three points; values after the last crossing are
    ignored.

    Args:
        time: [n] s, ascending.
        values: [n].
        mean: mean that is crossed.
        guide: [n] smooth values whose crossings are used for noisy `values`; None = those of
            `values`.
    """
    about = values - mean
    sign = np.signbit(about if guide is None else guide - mean)
    ends = np.flatnonzero(sign[1:] != sign[:-1]) + 1
    found = []
    for first, end in zip([0, *ends[:-1]], ends, strict=True):
        side = -1.0 if sign[first] else 1.0
        place = first + int(np.argmax(side * about[first:end]))
        if abs(about[place]) <= _NOISE * np.abs(about).max():
            continue
        if 0 < place < len(values) - 1:
            found.append(_vertex(time[place - 1 : place + 2], values[place - 1 : place + 2]))
        elif place == 0:
            found.append((time[0], values[0]))
    return np.array(found).reshape(-1, 2)


def decrements_of(extremes: FloatArray) -> FloatArray:
    """Amplitude and damping ratio of each swing, see DecayFit.decrements().

    Args:
        extremes: [k, 2] times and values of alternating maxima and minima.
    """
    ranges = np.abs(np.diff(extremes[:, 1]))
    delta = np.log(ranges[:-1] / ranges[1:])
    ratio = delta / np.sqrt(np.pi**2 + delta**2)
    return np.column_stack([0.25 * (ranges[:-1] + ranges[1:]), ratio])


def fit_decay(time: FloatArray, values: FloatArray, terms: Sequence[str] = TERMS) -> DecayFit:
    """Fits a decay to a record.

    The equation is integrated together with its derivatives by the parameters, and fitted to all
    points by the Levenberg-Marquardt method. Standard errors allow for residuals that are
    correlated within half a period (Newey and West 1987), as for a motion that the equation does
    not describe completely; for white noise they are the usual ones.

    Args:
        time: [n] s, ascending.
        values: [n] rad or m, measured or simulated, from the release on.
        terms: damping terms from TERMS; others are 0.

    Raises:
        RaftupError: BAD_FIELD if the record has fewer than two periods, or a term is not in TERMS.
    """
    from scipy.optimize import least_squares

    unknown = [term for term in terms if term not in TERMS]
    if unknown or not terms:
        raise bad_field("terms", f"must be of {', '.join(TERMS)}, are {', '.join(terms) or 'none'}")
    clock = np.asarray(time, dtype=float) - float(time[0])
    first, mean = _guess(clock, values)
    scale = max(abs(first.start), abs(first.rate) / first.omega)
    free = np.array([name in ("omega", "start", "rate", *terms) for name in _PARAMETERS])
    guess = _scaled(np.array([getattr(first, name) for name in _PARAMETERS]), scale)

    def computed(numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
        whole = guess.copy()
        whole[free] = numbers[:-1]
        curve = _integrate(whole, clock)
        return numbers[-1] + curve[0], np.column_stack([*curve[1:][free], np.ones(len(clock))])

    wanted = values / scale
    result = least_squares(
        lambda numbers: computed(numbers)[0] - wanted,
        np.append(guess[free], mean / scale),
        jac=lambda numbers: computed(numbers)[1],
        method="lm",
        xtol=1e-9,
        ftol=1e-10,
    )
    fitted, jacobian = computed(result.x)
    whole, errors = guess * free, np.zeros(len(_PARAMETERS))
    lag = 0.5 * 2.0 * np.pi / first.omega / (clock[1] - clock[0])
    deviation = _standard_errors(jacobian, fitted - wanted, round(lag))
    whole[free], errors[free] = result.x[:-1], deviation[:-1]
    unscaled = dict(zip(_PARAMETERS, map(float, _unscaled(whole, scale)), strict=True))
    decay = Decay(**unscaled, mean=float(result.x[-1] * scale))
    errors_of = dict(zip(_PARAMETERS, map(float, _unscaled(errors, scale)), strict=True))
    errors_of["mean"] = float(deviation[-1] * scale)
    return _told(time, values, decay, errors_of, fitted * scale)


def _told(
    time: FloatArray,
    values: FloatArray,
    decay: Decay,
    errors: dict[str, float],
    fitted: FloatArray,
) -> DecayFit:
    """Assembles the fit with the extremes and the period of record and curve."""
    residual = float(np.sqrt(np.mean((fitted - values) ** 2)))
    found = extremes_of(time, values, decay.mean, fitted)
    small = np.abs(found[:, 1] - decay.mean) < _HEARD * residual
    return DecayFit(
        decay=decay,
        errors=errors,
        fitted=fitted,
        residual=residual,
        period=_mean_period(time, fitted - decay.mean),
        extremes=found[: int(np.argmax(small)) if small.any() else len(found)],
    )


def strongest_frequency(time: FloatArray, values: FloatArray) -> float:
    """Frequency omega [rad/s] of the largest harmonic of a record about its mean.

    Args:
        time: [n] s, ascending.
        values: [n].

    Raises:
        RaftupError: BAD_FIELD if the record has fewer than two periods of this frequency.
    """
    step, even = _even(time, values)
    size, span = 8 * len(even), float(time[-1] - time[0])
    omega = 2.0 * np.pi * np.fft.rfftfreq(size, step)
    peak = int(np.argmax(np.abs(np.fft.rfft(even - even[len(even) // 2 :].mean(), size))))
    turns = omega[peak] * span / (2.0 * np.pi)
    if turns < _LEAST_PERIODS:
        rule = f"must swing twice or more, its strongest part does {turns:.2g} times"
        raise bad_field("record", f"{rule}: a longer one, or less damping, is needed")
    return float(omega[peak])


def _even(time: FloatArray, values: FloatArray) -> tuple[float, FloatArray]:
    """First time step of a record [s], and the record interpolated to this step."""
    step = float(time[1] - time[0])
    return step, np.interp(np.arange(time[0], time[-1] + 0.5 * step, step), time, values)


def _guess(time: FloatArray, values: FloatArray) -> tuple[Decay, float]:
    """Initial values of the parameters, from the linear equation, and the mean.

    The frequency is that of the largest harmonic, damping follows from its decrease in the second
    half of the record, the rest from linear least squares.
    """
    omega = strongest_frequency(time, values)
    step, even = _even(time, values)
    wave = np.exp(-1j * omega * step * np.arange(len(even)))
    halves = [abs(np.sum(h)) for h in np.split((even - even.mean()) * wave, [len(even) // 2])]
    decrement = 4.0 / (time[-1] - time[0]) * np.log(halves[0] / halves[1])
    p1 = float(np.clip(decrement, 0.0, 0.5 * omega))
    clock = time - time[0]
    envelope = np.exp(-0.5 * p1 * clock)
    parts = [envelope * np.cos(omega * clock), envelope * np.sin(omega * clock)]
    basis = np.column_stack([*parts, np.ones(len(clock))])
    cosine, sine, mean = np.linalg.lstsq(basis, values, rcond=None)[0]
    rate = float(omega * sine - 0.5 * p1 * cosine)
    return Decay(omega, p1, 0.0, 0.0, float(cosine), rate), float(mean)


def _scaled(numbers: FloatArray, scale: float) -> FloatArray:
    """Parameters of y/scale; nonlinear damping coefficients depend on the scale."""
    return np.asarray(numbers * _powers(scale))


def _unscaled(numbers: FloatArray, scale: float) -> FloatArray:
    return np.asarray(numbers / _powers(scale))


def _powers(scale: float) -> FloatArray:
    return np.array([1.0, 1.0, scale, scale**2, 1.0 / scale, 1.0 / scale])


def _integrate(numbers: FloatArray, time: FloatArray) -> FloatArray:
    """Y and its derivatives by omega, p1, p2, p3, y(0), y'(0), [7, n], of order one."""
    from scipy.integrate import solve_ivp

    omega, p1, p2, p3, start, rate = (float(number) for number in numbers)
    state = np.zeros(14)
    state[0], state[7] = start, rate
    state[5] = state[13] = 1.0  # y by y(0), y' by y'(0)

    def derivative(_: float, state: FloatArray) -> FloatArray:
        y, v = float(state[0]), float(state[7])
        change = np.empty(14)
        change[:7] = state[7:]
        slope = p1 + 2.0 * p2 * abs(v) + 3.0 * p3 * v * v
        change[7:] = -slope * state[7:] - omega**2 * state[:7]
        change[7] = -(p1 + p2 * abs(v) + p3 * v * v) * v - omega**2 * y
        change[8] -= 2.0 * omega * y
        change[9] -= v
        change[10] -= abs(v) * v
        change[11] -= v**3
        return change

    solution = solve_ivp(
        derivative,
        (float(time[0]), float(time[-1])),
        state,
        method="DOP853",
        t_eval=time,
        rtol=_ACCURACY,
        atol=_ACCURACY,
    )
    curves = np.full((7, len(time)), _FAR)
    curves[:, : solution.y.shape[1]] = solution.y[:7]
    return curves


def _standard_errors(jacobian: FloatArray, residuals: FloatArray, lag: int) -> FloatArray:
    """Roots of the diagonal of (J^T J)^-1 S (J^T J)^-1, with the covariance S of J^T e.

    S has Bartlett's weights up to the lag; for white noise it is s^2 J^T J.
    """
    count, parameters = jacobian.shape
    scores = jacobian * residuals[:, None]
    middle = scores.T @ scores
    for shift in range(1, min(lag, count - 1) + 1):
        product = scores[shift:].T @ scores[:-shift]
        middle += (1.0 - shift / (lag + 1.0)) * (product + product.T)
    inverse = np.linalg.pinv(jacobian.T @ jacobian)
    variance = np.diag(inverse @ middle @ inverse) * count / (count - parameters)
    return np.asarray(np.sqrt(np.maximum(variance, 0.0)))


def _mean_period(time: FloatArray, about: FloatArray) -> float:
    """Mean time between up-crossings, by linear interpolation; or of down-crossings if more."""
    times = [_crossings(time, sign * about) for sign in (1.0, -1.0)]
    longest = max(times, key=len)
    return float(np.mean(np.diff(longest))) if len(longest) > 1 else float("nan")


def _crossings(time: FloatArray, about: FloatArray) -> FloatArray:
    up = np.flatnonzero((about[:-1] < 0.0) & (about[1:] >= 0.0))
    share = about[up] / (about[up] - about[up + 1])
    return np.asarray(time[up] + share * (time[up + 1] - time[up]))


def _vertex(time: FloatArray, values: FloatArray) -> tuple[float, float]:
    """Vertex of the parabola through three points."""
    a, b, c = np.polyfit(time - time[1], values, 2)
    if a == 0.0:
        return float(time[1]), float(values[1])
    return float(time[1] - 0.5 * b / a), float(c - 0.25 * b * b / a)
