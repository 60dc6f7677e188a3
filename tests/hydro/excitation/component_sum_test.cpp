#include "hydro/excitation/component_sum.hpp"

#include <cmath>
#include <cstring>

#include "hydro/numerics/elementary.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

constexpr std::size_t kBlocks = 19;

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
  ForceCoefficients all;
  std::size_t i = 1000;
  for (auto& of_dof : all) {
    of_dof.resize(kBlocks);
    for (ForceParabola& block : of_dof) {
      for (auto* term : {&block.constant, &block.linear, &block.quadratic}) {
        for (double& value : term->real) value = arbitrary(i++);
        for (double& value : term->imaginary) value = arbitrary(i++);
      }
    }
  }
  return all;
}

/// Where on a path and at which u a sum is taken: -1 at the start, 0 in the middle, 1 at the end.
struct Place {
  double halves;
  double u;
};

/// F and its derivatives by the definition: one component after the other, the phase at its place.
ForceGradient one_by_one(const WavePhases& waves, const ForceCoefficients& X,
                         const UniformPath& path, const Place& place) {
  const Vector6 zero = Vector6::Zero();
  ForceGradient sum{zero, zero, zero, zero};
  const double time = path.time + place.halves * path.duration;
  const double x = path.x + place.halves * path.dx, y = path.y + place.halves * path.dy;
  for (std::size_t n = 0; n < kLaneCount * waves.size(); ++n) {
    const WavePhaseBlock& wave = waves[n / kLaneCount];
    const std::size_t lane = n % kLaneCount;
    const double turns = wave.omega[lane] * time -
                         (wave.wavenumber_x[lane] * x + wave.wavenumber_y[lane] * y) +
                         wave.phase[lane];
    const Complex phasor = std::polar(1.0, kTwoPi * turns);
    for (std::size_t i = 0; i < kDofs; ++i) {
      const ForceParabola& c = X[i][n / kLaneCount];
      const auto value = [lane](const ComplexLanes& term) {
        return Complex(term.real[lane], term.imaginary[lane]);
      };
      const Complex slope = value(c.linear) + 2.0 * place.u * value(c.quadratic);
      const Complex at_u =
          value(c.constant) + place.u * (value(c.linear) + place.u * value(c.quadratic));
      const Complex by_distance = Complex(0.0, -kTwoPi) * at_u * phasor;
      const auto dof = static_cast<Eigen::Index>(i);
      sum.force[dof] += (at_u * phasor).real();
      sum.per_u[dof] += (slope * phasor).real();
      sum.per_x[dof] += wave.wavenumber_x[lane] * by_distance.real();
      sum.per_y[dof] += wave.wavenumber_y[lane] * by_distance.real();
    }
  }
  return sum;
}

PathForces sum_along(const WavePhases& waves, const ForceCoefficients& X, const UniformPath& path,
                     const PathParameters& u) {
  std::vector<PathPhasors> phasors;
  compute_phasors(waves, path, phasors);
  return sum_components(waves, phasors, X, u);
}

}  // namespace

TEST_CASE("component sum: start, middle and end of a path have the sums of each alone",
          "[excitation][analytic]") {
  const WavePhases waves = phases();
  const ForceCoefficients X = coefficients();
  const UniformPath path{0.3, 1.3, -0.7, 0.07, 0.2, -0.11};
  const PathParameters u{0.9, 0.3, -0.1};
  const PathForces sums = sum_along(waves, X, path, u);
  for (std::size_t n = 0; n < 3; ++n) {
    const Place place{static_cast<double>(n) - 1.0, u[n]};
    const ForceGradient expected = one_by_one(waves, X, path, place);
    // phases up to 100 turns are rounded to 1e-13 of a radian
    CHECK(difference(sums[n].force, expected.force) < 5e-13);
    if (n == 0) {
      CHECK(sums[n].per_x == Vector6::Zero());
      CHECK(sums[n].per_y == Vector6::Zero());
      CHECK(sums[n].per_u == Vector6::Zero());
    } else {
      CHECK(difference(sums[n].per_x, expected.per_x) < 5e-13);
      CHECK(difference(sums[n].per_y, expected.per_y) < 5e-13);
      CHECK(difference(sums[n].per_u, expected.per_u) < 5e-13);
    }
  }
}

TEST_CASE("component sum: it has the bits of lanes summed number by number",
          "[excitation][determinism]") {
  const WavePhases waves = phases();
  const ForceCoefficients X = coefficients();
  const UniformPath path{17.3, 30.3, -7.7, 0.0, 0.0, 0.0};
  const PathForces sums = sum_along(waves, X, path, {0.0, 0.0, 0.0});
  Vector6 expected = Vector6::Zero();
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
    for (std::size_t i = 0; i < kDofs; ++i) {
      volatile double sum = 0.0;  // volatile: nothing for a vectoriser
      for (std::size_t block = 0; block < kBlocks; ++block) {
        const WavePhaseBlock& wave = waves[block];
        const auto [sine, cosine] =
            sincos_turns(wave.omega[lane] * path.time -
                         (wave.wavenumber_x[lane] * path.x + wave.wavenumber_y[lane] * path.y) +
                         wave.phase[lane]);
        const ComplexLanes& value = X[i][block].constant;
        sum = sum + (value.real[lane] * cosine - value.imaginary[lane] * sine);
      }
      expected[static_cast<Eigen::Index>(i)] += sum;
    }
  }
  CHECK(sums[1].force == expected);
}

TEST_CASE("component sum: coefficients of one direction have the same bits without their zeros",
          "[excitation][determinism]") {
  const WavePhases waves = phases();
  ForceCoefficients X = coefficients();
  for (auto& of_dof : X) {
    for (ForceParabola& block : of_dof) {
      for (ComplexLanes* term : {&block.linear, &block.quadratic}) {
        *term = {};
        for (std::size_t lane = 1; lane < kLaneCount; lane += 2) term->real[lane] = -0.0;
      }
    }
  }
  const UniformPath path{0.3, 1.3, -0.7, 0.07, 0.2, -0.11};
  const PathParameters u{-0.9, 0.3, 0.7};
  const PathForces full = sum_along(waves, X, path, u);
  X.constant = true;
  const PathForces shorter = sum_along(waves, X, path, u);
  CHECK(std::memcmp(&full, &shorter, sizeof(full)) == 0);  // a zero's sign too
}

TEST_CASE("component sum: no components give no force", "[excitation]") {
  const PathForces sums = sum_along({}, {}, {}, {0.5, 0.5, 0.5});
  CHECK(sums[1].force == Vector6::Zero());
  CHECK(sums[2].per_u == Vector6::Zero());
}
