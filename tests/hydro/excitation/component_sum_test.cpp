#include "hydro/excitation/component_sum.hpp"

#include <cmath>

#include "hydro/numerics/sincos.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

constexpr std::size_t kBlocks = 7;

/// Numbers of all sizes without a pattern.
double arbitrary(std::size_t i) { return std::sin(12.9898 * static_cast<double>(i)) * 43.7585; }

WavePhases phases() {
  WavePhases blocks(kBlocks);
  std::size_t i = 0;
  for (WavePhaseBlock& block : blocks) {
    for (LaneArray* values :
         {&block.omega, &block.wavenumber_x, &block.wavenumber_y, &block.phase}) {
      for (double& value : *values) value = arbitrary(i++);
    }
  }
  return blocks;
}

ForceCoefficients coefficients() {
  ForceCoefficients blocks(kBlocks);
  std::size_t i = 1000;
  for (ForceParabola& block : blocks) {
    for (ForceBlock* term : {&block.constant, &block.linear, &block.quadratic}) {
      for (std::size_t dof = 0; dof < kDofs; ++dof) {
        for (double& value : term->real[dof]) value = arbitrary(i++);
        for (double& value : term->imaginary[dof]) value = arbitrary(i++);
      }
    }
  }
  return blocks;
}

/// The definition, one number after another: lane by lane over the blocks, then over the lanes.
Vector6 one_by_one(const WavePhases& waves, double time, const Vector2& position,
                   const ForceCoefficients& forces, ForceBlock ForceParabola::*term) {
  Vector6 total = Vector6::Zero();
  for (std::size_t dof = 0; dof < kDofs; ++dof) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      volatile double sum = 0.0;  // volatile: nothing for a vectoriser
      for (std::size_t b = 0; b < waves.size(); ++b) {
        const double turns = waves[b].omega[lane] * time -
                             (waves[b].wavenumber_x[lane] * position.x() +
                              waves[b].wavenumber_y[lane] * position.y()) +
                             waves[b].phase[lane];
        const auto [sine, cosine] = sincos_turns(turns);
        sum = sum + ((forces[b].*term).real[dof][lane] * cosine -
                     (forces[b].*term).imaginary[dof][lane] * sine);
      }
      total[static_cast<Eigen::Index>(dof)] += sum;
    }
  }
  return total;
}

}  // namespace

TEST_CASE("component sum: has the bits of the sum taken number by number",
          "[excitation][determinism]") {
  const WavePhases waves = phases();
  const ForceCoefficients forces = coefficients();
  for (const double time : {0.0, 17.3, 4321.9}) {
    const Vector2 position(13.0 + time, -7.7);
    const auto sum = [&](ForceBlock ForceParabola::*term) {
      return one_by_one(waves, time, position, forces, term);
    };
    const Vector6 constant = sum(&ForceParabola::constant);
    CHECK(sum_components(waves, time, position, forces, 0.0) == constant);
    CHECK(sum_components(waves, time, position, forces, 0.3) ==
          constant + 0.3 * (sum(&ForceParabola::linear) + 0.3 * sum(&ForceParabola::quadratic)));
  }
}

TEST_CASE("component sum: no components give no force", "[excitation]") {
  CHECK(sum_components({}, 1.0, {0.0, 0.0}, {}, 0.5) == Vector6::Zero());
}
