#include "hydro/radiation/reduction/reduced_state_space.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/state_space/state_space.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::ReducedModel;
using hydro::ReducedStateSpace;

namespace {

/// K = coupling * exp(-a tau) cos(b tau) as modes of rank one, an eigenvector each: p c c^T = R.
ReducedModel eigenvector_modes(double a, double b) {
  const Complex p(-a, b);
  const SymmetricEigen eigen = symmetric_eigen(coupling(kDofs, 1.0));
  const VectorXcd share =
      (eigen.values / 2.0).cast<Complex>().unaryExpr([p](Complex x) { return std::sqrt(x / p); });
  return {{VectorXcd(0), RowMajorMatrix(0, kDofs * kDofs)},
          {VectorXcd::Constant(kDofs, p), eigen.vectors * share.asDiagonal()}};
}

ReducedStateSpace memory_of(const ReducedModel& model, double step) {
  return {model, MatrixXd::Identity(kDofs, kDofs), step};
}

double error_of(double step) {
  const ReducedStateSpace memory = memory_of(eigenvector_modes(0.1, 0.5), step);
  return (run_oscillator(memory, 10.0).position - exact_position(0.1, 0.5, kDofs, 10.0))
      .cwiseAbs()
      .maxCoeff();
}

/// Modes of complex and real poles, and common poles.
ReducedModel mixed_model() {
  hydro::RankOneModes modes{VectorXcd(3), MatrixXcd(kDofs, 3)};
  modes.poles << Complex(-0.2, 0.9), Complex(-0.6, 0.0), Complex(-1.5, 2.0);
  for (Eigen::Index i = 0; i < modes.vectors.size(); ++i) {
    const auto phase = static_cast<double>(i);
    modes.vectors.data()[i] = Complex(std::cos(phase), std::sin(0.7 * phase));
  }
  return hydro::closed_by_common_pole(modes, 3.0);
}

}  // namespace

TEST_CASE("reduced state space: Runge-Kutta steps of an oscillator with memory keep order 4",
          "[radiation][order]") {
  const double h2 = error_of(0.1), h3 = error_of(0.05), h4 = error_of(0.025);
  INFO("errors at h = .1, .05, .025: " << h2 << " " << h3 << " " << h4);
  CHECK(std::log2(h2 / h3) > 3.7);
  CHECK(std::log2(h3 / h4) > 3.7);
}

TEST_CASE("reduced state space: gives what the same function gives with a matrix for every pole",
          "[radiation]") {
  const ReducedModel model = mixed_model();
  const ReducedStateSpace reduced = memory_of(model, 0.1);
  const hydro::StateSpace whole(model.rational(), MatrixXd::Identity(kDofs, kDofs), 0.1);
  const VectorXd first = VectorXd::Random(kDofs);
  hydro::MemoryState state = reduced.initial_state(first), expected = whole.initial_state(first);
  hydro::StageTails tails, expected_tails;
  double worst = 0.0;
  for (int step = 0; step < 300; ++step) {
    reduced.prepare(state, tails);
    whole.prepare(expected, expected_tails);
    worst = std::max({worst, (tails.start - expected_tails.start).cwiseAbs().maxCoeff(),
                      (tails.middle - expected_tails.middle).cwiseAbs().maxCoeff(),
                      (tails.end - expected_tails.end).cwiseAbs().maxCoeff(),
                      (tails.start - reduced.output(state)).cwiseAbs().maxCoeff()});
    const VectorXd velocity = VectorXd::Random(kDofs);
    reduced.advance(state, velocity);
    whole.advance(expected, velocity);
  }
  CHECK(worst < 1e-12);  // rounding of outputs of size 10
  for (const auto stage : {hydro::Stage::kStart, hydro::Stage::kMiddle, hydro::Stage::kEnd}) {
    CHECK((reduced.instantaneous(stage) - whole.instantaneous(stage)).cwiseAbs().maxCoeff() <
          1e-13);
  }
  CHECK(reduced.added_mass(0.8).isApprox(whole.added_mass(0.8), 1e-12));
  CHECK(reduced.radiation_damping(0.8).isApprox(whole.radiation_damping(0.8), 1e-12));
}

TEST_CASE("reduced state space: goes on from a state to the same bits",
          "[radiation][determinism]") {
  const ReducedStateSpace memory = memory_of(mixed_model(), 0.1);
  Oscillator whole = run_oscillator(memory, 2.0);
  Oscillator restored = whole;
  const ReducedStateSpace made_anew = memory_of(mixed_model(), 0.1);
  for (int step = 0; step < 50; ++step) {
    runge_kutta_step(memory, whole);
    runge_kutta_step(made_anew, restored);
  }
  CHECK(whole.memory == restored.memory);
  CHECK(whole.position == restored.position);
}

TEST_CASE("reduced state space: refuses what means nothing", "[radiation]") {
  CHECK_THROWS_WITH(memory_of(mixed_model(), 0.0),
                    "step of a radiation memory must be positive, got 0 s");
  CHECK_THROWS_WITH(ReducedStateSpace(mixed_model(), MatrixXd::Identity(12, 12), 0.1),
                    "infinite_added_mass must be of the model's size 6, got 12");
}
