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

RAFTUP_VECTOR_CLONES void sum_constant(const WavePhases& phases, const Place& at,
                                       const ForceCoefficients& coefficients, Vector6& force) {
  Lanes sums[kForces] = {};
  for (std::size_t block = 0; block < phases.size(); ++block) {
    Lanes turns, sine, cosine;
    phases[block].at(at.time, at.x, at.y, turns);
    sincos_turns(turns, sine, cosine);
    add(coefficients[block].constant, sine, cosine, sums);
  }
  add_lanes(sums, force);
}

RAFTUP_VECTOR_CLONES void sum_all(const WavePhases& phases, const Place& at,
                                  const ForceCoefficients& coefficients, Vector6& constant,
                                  Vector6& linear, Vector6& quadratic) {
  Lanes constant_sums[kForces] = {};
  Lanes linear_sums[kForces] = {};
  Lanes quadratic_sums[kForces] = {};
  for (std::size_t block = 0; block < phases.size(); ++block) {
    Lanes turns, sine, cosine;
    phases[block].at(at.time, at.x, at.y, turns);
    sincos_turns(turns, sine, cosine);
    add(coefficients[block].constant, sine, cosine, constant_sums);
    add(coefficients[block].linear, sine, cosine, linear_sums);
    add(coefficients[block].quadratic, sine, cosine, quadratic_sums);
  }
  add_lanes(constant_sums, constant);
  add_lanes(linear_sums, linear);
  add_lanes(quadratic_sums, quadratic);
}

}  // namespace

Vector6 sum_components(const WavePhases& phases, double time, const Vector2& position,
                       const ForceCoefficients& coefficients, double u) {
  const Place at{time, position.x(), position.y()};
  Vector6 constant, linear, quadratic;
  if (u == 0.0) {
    sum_constant(phases, at, coefficients, constant);
    return constant;
  }
  sum_all(phases, at, coefficients, constant, linear, quadratic);
  return constant + u * (linear + u * quadratic);
}

}  // namespace raftup::hydro
