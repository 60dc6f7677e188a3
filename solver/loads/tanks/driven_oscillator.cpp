#include "solver/loads/tanks/driven_oscillator.hpp"

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// With y = (q, u), y' = A y + b and b = b0 + b1 t + b2 t^2, the parabola p0 + p1 t + p2 t^2 solves
/// the equation, and the rest of y decays as exp(A t).
DrivenOscillator::State DrivenOscillator::after(double duration, const State& state,
                                                const Drive (&drives)[3]) const {
  const double damping = damping_ratio * omega;
  const auto b = [&](const Drive& drive) {
    return Vector2(-drive.frame_velocity,
                   2.0 * damping * drive.frame_velocity + drive.acceleration);
  };
  const auto solve = [&](const Vector2& right) {  // A^-1
    return Vector2(-(2.0 * damping * right[0] + right[1]) / (omega * omega), right[0]);
  };
  const Vector2 start = b(drives[0]), middle = b(drives[1]), end = b(drives[2]);
  const Vector2 b1 = (4.0 * middle - 3.0 * start - end) / duration;
  const Vector2 b2 = 2.0 * (start - 2.0 * middle + end) / (duration * duration);
  const Vector2 p2 = solve(-b2);
  const Vector2 p1 = solve(2.0 * p2 - b1);
  const Vector2 p0 = solve(p1 - start);

  const double swing = omega * std::sqrt(1.0 - damping_ratio * damping_ratio);
  const SineCosine phase = sincos(swing * duration);
  const double decay = raftup::exponential(-damping * duration);
  const double sine = decay * phase.sine / swing, cosine = decay * phase.cosine;
  const Vector2 y = Vector2(state.displacement, state.velocity) - p0;
  return {p0[0] + duration * (p1[0] + duration * p2[0]) + (cosine + damping * sine) * y[0] +
              sine * y[1],
          p0[1] + duration * (p1[1] + duration * p2[1]) - omega * omega * sine * y[0] +
              (cosine - damping * sine) * y[1]};
}

double DrivenOscillator::yielding(Rule rule, double step) const {
  const double turn = rule == Rule::kMidpoint ? 0.5 * step * omega : 0.0;
  return 1.0 + step * damping_ratio * omega + turn * turn;
}

DrivenOscillator::State DrivenOscillator::middle(Rule rule, double step, const State& start,
                                                 const Drive (&drives)[2]) const {
  const double half = 0.5 * step;
  const bool implicit = rule == Rule::kMidpoint;
  const double w = drives[implicit ? 1 : 0].frame_velocity;
  const double ahead = start.displacement + half * (start.velocity - w);
  const double force = drives[1].acceleration - spring({ahead, start.velocity}, drives[1]);
  const double kick = half * force / yielding(rule, step);
  return {implicit ? ahead + half * kick : ahead, start.velocity + kick};
}

DrivenOscillator::State DrivenOscillator::end(Rule rule, double step, const State& start,
                                              const State& middle, const Drive (&drives)[2]) {
  const bool implicit = rule == Rule::kMidpoint;
  const double velocity = 2.0 * middle.velocity - start.velocity;
  const double drift = implicit ? middle.velocity : velocity;
  return {middle.displacement + 0.5 * step * (drift - drives[implicit ? 0 : 1].frame_velocity),
          velocity};
}

}  // namespace raftup::solver
