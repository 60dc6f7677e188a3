#pragma once

#include <vector>

namespace raftup::solver {

/// Where a fender has come from, as LoadState::values keeps it.
struct FenderPast {
  bool returns = false;    ///< the compression falls
  double turned_at = 0.0;  ///< compression where that began [m]
  double reaction = 0.0;   ///< there, without factors [N]
  double peak = 0.0;       ///< largest compression of the contact so far [m]
  double touched = 0.0;    ///< speed at which the contact began; apart, at which it nears [m/s]
  double last = 0.0;       ///< compression now, negative apart [m]

  explicit FenderPast(const std::vector<double>& values)
      : returns(values[0] != 0.0),
        turned_at(values[1]),
        reaction(values[2]),
        peak(values[3]),
        touched(values[4]),
        last(values[5]) {}
  FenderPast() = default;

  std::vector<double> values() const {
    return {returns ? 1.0 : 0.0, turned_at, reaction, peak, touched, last};
  }
};

}  // namespace raftup::solver
