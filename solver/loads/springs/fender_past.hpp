#pragma once

#include <vector>

namespace raftup::solver {

/// The history of a fender's compression, as LoadState::values stores it.
struct FenderPast {
  bool returns = false;    ///< true while the compression decreases
  double turned_at = 0.0;  ///< compression at which the decrease began [m]
  double reaction = 0.0;   ///< reaction there, without factors [N]
  double peak = 0.0;       ///< largest compression of the contact so far [m]
  /// speed at which the contact began; without contact, the present closing speed [m/s]
  double touched = 0.0;
  double last = 0.0;  ///< present compression [m]; negative without contact

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
