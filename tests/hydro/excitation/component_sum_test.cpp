#include "hydro/excitation/component_sum.hpp"

#include <cmath>
#include <utility>

#include "hydro/numerics/sincos.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

constexpr std::size_t kBlocks = 19;  // more than are taken at a time

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

/// What add up at a point, of one component and dof.
struct Terms {
  double force, per_x, per_y, per_u;
};

Terms terms_of(const WavePhaseBlock& wave, const ForceParabola& X, const SumPoint& at,
               std::size_t dof, std::size_t lane) {
  const double turns = wave.omega[lane] * at.time -
                       (wave.wavenumber_x[lane] * at.x + wave.wavenumber_y[lane] * at.y) +
                       wave.phase[lane];
  const auto [sine, cosine] = sincos_turns(turns);
  const auto part = [&](std::array<LaneArray, kDofs> ForceBlock::*member) {
    const double bend = at.u * (X.quadratic.*member)[dof][lane];
    const double chord = (X.linear.*member)[dof][lane] + bend;
    return std::pair((X.constant.*member)[dof][lane] + at.u * chord, chord + bend);
  };
  const auto [real, slope_real] = part(&ForceBlock::real);
  const auto [imaginary, slope_imaginary] = part(&ForceBlock::imaginary);
  const double quadrature = real * sine + imaginary * cosine;
  return {real * cosine - imaginary * sine, wave.wavenumber_x[lane] * quadrature,
          wave.wavenumber_y[lane] * quadrature, slope_real * cosine - slope_imaginary * sine};
}

/// The definition, one number after another: lane by lane over the blocks, then over the lanes.
Vector6 one_by_one(const WavePhases& waves, const SumPoint& at, double Terms::*term) {
  Vector6 total = Vector6::Zero();
  for (std::size_t dof = 0; dof < kDofs; ++dof) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      volatile double sum = 0.0;  // volatile: nothing for a vectoriser
      for (std::size_t b = 0; b < waves.size(); ++b) {
        sum = sum + terms_of(waves[b], (*at.coefficients)[b], at, dof, lane).*term;
      }
      total[static_cast<Eigen::Index>(dof)] += sum;
    }
  }
  return total;
}

}  // namespace

TEST_CASE("component sum: at each of several points has the bits of the sum taken number by number",
          "[excitation][determinism]") {
  const WavePhases waves = phases();
  const auto forces = std::make_shared<const ForceCoefficients>(coefficients());
  const std::vector<SumPoint> points{{0.0, 13.0, -7.7, forces, 0.0},
                                     {17.3, 30.3, -7.7, forces, 0.3},
                                     {4321.9, -3.0, 1e3, forces, 1.1}};
  std::vector<ForceGradient> sums(points.size());
  sum_components(waves, points, sums);
  for (std::size_t p = 0; p < points.size(); ++p) {
    CHECK(sums[p].force == one_by_one(waves, points[p], &Terms::force));
    CHECK(sums[p].per_x == kTwoPi * one_by_one(waves, points[p], &Terms::per_x));
    CHECK(sums[p].per_y == kTwoPi * one_by_one(waves, points[p], &Terms::per_y));
    CHECK(sums[p].per_u == one_by_one(waves, points[p], &Terms::per_u));
    SumPoint force_only = points[p];
    force_only.with_gradient = false;
    ForceGradient sum;
    sum_components(waves, {&force_only, 1}, {&sum, 1});
    CHECK(sum.force == sums[p].force);
    CHECK(sum.per_x == Vector6::Zero());
  }
}

TEST_CASE("component sum: no components give no force", "[excitation]") {
  const std::vector<SumPoint> points{
      {1.0, 0.0, 0.0, std::make_shared<const ForceCoefficients>(), 0.5}};
  std::vector<ForceGradient> sums(1);
  sum_components({}, points, sums);
  CHECK(sums[0].force == Vector6::Zero());
  CHECK(sums[0].per_u == Vector6::Zero());
}
