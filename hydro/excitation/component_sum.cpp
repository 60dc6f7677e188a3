#include "hydro/excitation/component_sum.hpp"

#include "hydro/numerics/sincos.hpp"

namespace raftup::hydro {
namespace {

constexpr std::size_t kForces = kDofs;

/// When and where a sum is taken.
struct Place {
  double time, x, y;
};

/// Adds Re (a X)_c exp(i phase_c) of one block to the sums, lane by lane.
[[gnu::always_inline]] inline void add(const ForceBlock& block, const Lanes& sine,
                                       const Lanes& cosine, Lanes* sums) {
  for (std::size_t dof = 0; dof < kForces; ++dof) {
    sums[dof] += block.real[dof].lanes() * cosine - block.imaginary[dof].lanes() * sine;
  }
}

/// Adds up the lanes in their order.
[[gnu::always_inline]] inline void add_lanes(const Lanes* sums, Vector6& force) {
  for (std::size_t dof = 0; dof < kForces; ++dof) {
    double total = 0.0;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) total += sums[dof][lane];
    force[static_cast<Eigen::Index>(dof)] = total;
  }
}

RAFTUP_VECTOR_CLONES void sum_one(const WavePhases& phases, const Place& at,
                                  const ForceCoefficients& coefficients, Vector6& force) {
  Lanes sums[kForces] = {};
  for (std::size_t block = 0; block < phases.size(); ++block) {
    Lanes turns, sine, cosine;
    phases[block].at(at.time, at.x, at.y, turns);
    sincos_turns(turns, sine, cosine);
    add(coefficients[block], sine, cosine, sums);
  }
  add_lanes(sums, force);
}

RAFTUP_VECTOR_CLONES void sum_two(const WavePhases& phases, const Place& at,
                                  const ForceCoefficients& first, const ForceCoefficients& second,
                                  Vector6& first_force, Vector6& second_force) {
  Lanes first_sums[kForces] = {};
  Lanes second_sums[kForces] = {};
  for (std::size_t block = 0; block < phases.size(); ++block) {
    Lanes turns, sine, cosine;
    phases[block].at(at.time, at.x, at.y, turns);
    sincos_turns(turns, sine, cosine);
    add(first[block], sine, cosine, first_sums);
    add(second[block], sine, cosine, second_sums);
  }
  add_lanes(first_sums, first_force);
  add_lanes(second_sums, second_force);
}

}  // namespace

Vector6 sum_components(const WavePhases& phases, double time, const Vector2& position,
                       const ForceCoefficients& first, const ForceCoefficients& second,
                       double fraction) {
  const Place at{time, position.x(), position.y()};
  Vector6 first_force;
  if (fraction == 0.0) {
    sum_one(phases, at, first, first_force);
    return first_force;
  }
  Vector6 second_force;
  sum_two(phases, at, first, second, first_force, second_force);
  return (1.0 - fraction) * first_force + fraction * second_force;
}

}  // namespace raftup::hydro
