#pragma once

#include <vector>

namespace raftup::solver {

/// The history of a fender's compression, which is stored in LoadState::values.
struct FenderPast {
  bool returns = false;    ///< true while the compression is decreasing
  double turned_at = 0.0;  ///< compression at which the present decrease began [m]
  /// Reaction force at that compression, without speed and temperature factors [N].
  double reaction = 0.0;
  double peak = 0.0;  ///< largest compression during the present contact [m]
  /// Closing speed at which the contact began; without contact, the present closing speed [m/s].
  double touched = 0.0;
  double last = 0.0;  ///< compression at the start of the step [m]; negative without contact

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
