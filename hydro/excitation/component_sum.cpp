#include "hydro/excitation/component_sum.hpp"

#include "hydro/numerics/sincos.hpp"

namespace raftup::hydro {
namespace {

constexpr int kForces = static_cast<int>(kDofs);

/// Where a sum is taken: plain pointers, so that the loops below need nothing but registers.
struct Place {
  const double* omega;
  const double* wavenumber_x;
  const double* wavenumber_y;
  const double* phase;
  Eigen::Index blocks;
  double time, x, y;
};

[[gnu::always_inline]] inline const LanesInMemory& lanes_at(const double* values) {
  return *reinterpret_cast<const LanesInMemory*>(values);
}

/// forces[set][dof] = Re sum_c coefficients[set][dof, c] exp(i phase of c).
template <int kSets>
[[gnu::always_inline]] inline void sum(const Place& at,
                                       const std::array<const double*, kSets>& coefficients,
                                       double* forces) {
  Lanes sums[kSets][kForces] = {};
  for (Eigen::Index block = 0; block < at.blocks; ++block) {
    const Eigen::Index c = block * kLaneCount;
    const Lanes turns =
        lanes_at(at.omega + c) * at.time -
        (lanes_at(at.wavenumber_x + c) * at.x + lanes_at(at.wavenumber_y + c) * at.y) +
        lanes_at(at.phase + c);
    Lanes sine, cosine;
    sincos_turns(turns, sine, cosine);
    for (int set = 0; set < kSets; ++set) {
      const double* row = coefficients[set] + block * kBlockSize;
      for (int dof = 0; dof < kForces; ++dof, row += 2 * kLaneCount) {
        sums[set][dof] += lanes_at(row) * cosine - lanes_at(row + kLaneCount) * sine;
      }
    }
  }
  for (int set = 0; set < kSets; ++set) {
    for (int dof = 0; dof < kForces; ++dof) {
      double total = 0.0;
      for (int lane = 0; lane < kLaneCount; ++lane) total += sums[set][dof][lane];
      forces[set * kForces + dof] = total;
    }
  }
}

#define RAFTUP_ANY_PROCESSOR \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))

RAFTUP_ANY_PROCESSOR void sum_one(const Place& at, const double* coefficients, double* forces) {
  sum<1>(at, {coefficients}, forces);
}

RAFTUP_ANY_PROCESSOR void sum_two(const Place& at, const double* first, const double* second,
                                  double* forces) {
  sum<2>(at, {first, second}, forces);
}

}  // namespace

Vector6 sum_components(const WavePhases& phases, double time, const Vector2& position,
                       const std::array<const ForceCoefficients*, 2>& coefficients,
                       double fraction) {
  const Place at{phases.omega.data(),
                 phases.wavenumber_x.data(),
                 phases.wavenumber_y.data(),
                 phases.phase.data(),
                 phases.padded_size() / kLaneCount,
                 time,
                 position.x(),
                 position.y()};
  Eigen::Matrix<double, kForces, 2> forces = Eigen::Matrix<double, kForces, 2>::Zero();
  if (fraction == 0.0) {
    sum_one(at, coefficients[0]->data(), forces.data());
    return forces.col(0);
  }
  sum_two(at, coefficients[0]->data(), coefficients[1]->data(), forces.data());
  return (1.0 - fraction) * forces.col(0) + fraction * forces.col(1);
}

}  // namespace raftup::hydro
