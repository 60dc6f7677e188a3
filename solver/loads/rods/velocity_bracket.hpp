#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// Where to linearize a force next if an iteration for velocities jumps to and fro, as it does about a
/// velocity at which an element is taut between others at which it is slack or its drum slips. The
/// force falls with the velocities, so that the solution lies between two places whose steps point
/// towards one another; then the middle of both is taken.
class VelocityBracket {
 public:
  void clear() { sides_ = {}; }

  /// @param at velocities where the force was linearized [m/s]
  /// @param wanted velocities that its linear form leads to [m/s]
  /// @returns velocities at which it is to be linearized next [m/s]
  std::vector<Vector3> next(std::span<const Vector3> at, std::span<const Vector3> wanted) {
    Side side{{at.begin(), at.end()}, {wanted.begin(), wanted.end()}};
    for (std::size_t i = 0; i < at.size(); ++i) side.step[i] -= at[i];
    const std::size_t place = sides_[0] && product(sides_[0]->step, side.step) < 0.0 ? 1 : 0;
    sides_[place] = std::move(side);
    if (!sides_[0] || !sides_[1]) return {wanted.begin(), wanted.end()};
    std::vector<Vector3> middle = sides_[0]->at;
    for (std::size_t i = 0; i < at.size(); ++i) middle[i] += 0.5 * (sides_[1]->at[i] - middle[i]);
    return middle;
  }

 private:
  struct Side {
    std::vector<Vector3> at, step;  ///< [m/s]
  };

  static double product(std::span<const Vector3> a, std::span<const Vector3> b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
    return sum;
  }

  std::array<std::optional<Side>, 2> sides_;
};

}  // namespace raftup::solver::rods
