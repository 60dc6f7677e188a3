#pragma once

namespace raftup::solver::nonsmooth {

/// gamma in the forecast of a gap: half way through the step.
inline constexpr double kForecast = 0.5;

/// Whether a contact or stop acts in a step of length h: its gap y is forecast to be closed,
///   y + gamma h dy/dt <= 0.
inline bool closes(double gap, double rate, double step) {
  return gap + kForecast * step * rate <= 0.0;
}

}  // namespace raftup::solver::nonsmooth
