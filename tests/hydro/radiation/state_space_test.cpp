#include "hydro/radiation/state_space/state_space.hpp"

#include "hydro/numerics/types.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RationalModel;
using hydro::StateSpace;

namespace {

/// K = coupling * exp(-a tau) cos(b tau): one pair, R = coupling / 2.
StateSpace state_space_of(double a, double b, double step) {
  RationalModel model;
  model.poles = VectorXcd::Constant(1, Complex(-a, b));
  model.coefficients = RowMajorMatrix::Zero(2, kDofs * kDofs);
  matrix_of_row(model.coefficients, 0, kDofs) = 0.5 * coupling(kDofs, 1.0);
  return {model, MatrixXd::Identity(kDofs, kDofs), step};
}

double error_of(double a, double b, double step, double end) {
  const StateSpace memory = state_space_of(a, b, step);
  return (run_oscillator(memory, end).position - exact_position(a, b, kDofs, end))
      .cwiseAbs()
      .maxCoeff();
}

}  // namespace

TEST_CASE("state space: Runge-Kutta steps of an oscillator with memory keep order 4",
          "[radiation][order]") {
  const double h1 = error_of(0.1, 0.5, 0.2, 10.0), h2 = error_of(0.1, 0.5, 0.1, 10.0),
               h3 = error_of(0.1, 0.5, 0.05, 10.0), h4 = error_of(0.1, 0.5, 0.025, 10.0);
  INFO("errors at h = .2, .1, .05, .025: " << h1 << " " << h2 << " " << h3 << " " << h4);
  CHECK(std::log2(h2 / h3) > 3.7);
  CHECK(std::log2(h3 / h4) > 3.7);
}

TEST_CASE("state space: a pole faster than the step stays stable and exact for slow motion",
          "[radiation]") {
  CHECK(error_of(40.0, 0.5, 0.1, 10.0) < 1e-5);
}

TEST_CASE("state space: the tail of the start equals the output of the filters to rounding",
          "[radiation]") {
  const StateSpace memory = state_space_of(0.3, 2.0, 0.1);
  hydro::MemoryState state = memory.initial_state(VectorXd::Random(kDofs));
  hydro::StageTails tails;
  for (int step = 0; step < 1000; ++step) {
    memory.prepare(state, tails);
    CHECK((tails.start - memory.output(state)).cwiseAbs().maxCoeff() < 1e-14);
    memory.advance(state, VectorXd::Random(kDofs));
  }
}

TEST_CASE("state space: its frequency domain is the transfer of its poles", "[radiation]") {
  const StateSpace memory = state_space_of(0.1, 0.5, 0.1);
  for (const double omega : {0.1, 0.5, 3.0}) {
    CHECK(memory.radiation_damping(omega)(0, 0) == Approx(pair_damping(omega)).epsilon(1e-13));
    const Complex s(0.1, omega);
    CHECK(memory.added_mass(omega)(0, 0) ==
          Approx(1.0 + (s / (s * s + 0.25)).imag() / omega).epsilon(1e-13));
  }
}

TEST_CASE("state space: two runs give the same bits", "[radiation][determinism]") {
  const StateSpace memory = state_space_of(0.3, 0.7, 0.1);
  const Oscillator first = run_oscillator(memory, 3.0), second = run_oscillator(memory, 3.0);
  CHECK(first.memory == second.memory);
  CHECK(first.position == second.position);
}

TEST_CASE("state space: refuses a step that means nothing", "[radiation]") {
  CHECK_THROWS_WITH(state_space_of(0.1, 0.5, -0.1),
                    "step of a radiation memory must be positive, got -0.1 s");
}
