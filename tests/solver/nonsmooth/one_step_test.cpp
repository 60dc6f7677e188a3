#include "solver/nonsmooth/nonsmooth_law.hpp"
#include "solver/nonsmooth/one_step/friction_problem.hpp"
#include "solver/nonsmooth/one_step/linear_complementarity.hpp"
#include "solver/nonsmooth/one_step/one_step_problem.hpp"
#include "tests/solver/nonsmooth/examples.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/matrices.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver::nonsmooth;

TEST_CASE("linear complementarity: semidefinite, redundant and unsymmetric matrices are solved",
          "[solver][nonsmooth][one_step]") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const Eigen::Index n = 12;
    // Rank 5 of 12 and a skew part. A point with w = M z0 + q >= 0 makes the problem feasible.
    const MatrixXd G = scattered(n, 5, seed);
    const MatrixXd skew = scattered(n, n, seed + 100);
    const MatrixXd M = G * G.transpose() + 0.3 * (skew - skew.transpose());
    const VectorXd z0 = scattered(n, 1, seed + 200).cwiseAbs();
    const VectorXd q = scattered(n, 1, seed + 300).cwiseAbs() - M * z0;
    const auto solution = solve_linear_complementarity(M, q);
    REQUIRE(solution);
    const VectorXd w = M * solution->z + q;
    CHECK(solution->z.minCoeff() >= 0.0);
    CHECK(w.minCoeff() > -1e-11);
    CHECK(solution->z.cwiseProduct(w).cwiseAbs().maxCoeff() < 1e-10);
  }
}

TEST_CASE("linear complementarity: none where there is none", "[solver][nonsmooth][one_step]") {
  CHECK_FALSE(solve_linear_complementarity(MatrixXd::Zero(1, 1), vector({-1.0})));
}

TEST_CASE("one-step problem: free, bounded and boxed rows together",
          "[solver][nonsmooth][one_step]") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const Eigen::Index n = 9;
    const MatrixXd G = scattered(n, n, seed);
    OneStepProblem problem;
    problem.matrix = G * G.transpose() + 0.1 * MatrixXd::Identity(n, n);
    problem.offset = 3.0 * scattered(n, 1, seed + 100);
    problem.lower = VectorXd::Constant(n, -kUnbounded);
    problem.upper = VectorXd::Constant(n, kUnbounded);
    problem.lower.segment(2, 5).setConstant(-0.5);
    problem.upper.segment(5, 4).setConstant(0.7);
    const OneStepSolution solution = solve_one_step(problem, {});
    CHECK(solution.residual < 1e-12);
    CHECK(natural_residual(problem, solution.multipliers) == solution.residual);
  }
}

TEST_CASE("one-step problem: friction cones of coupled contacts, from any start",
          "[solver][nonsmooth][one_step][friction]") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const Eigen::Index contacts = 4;
    const Eigen::Index n = 3 * contacts;
    // More rows than the 6 coordinates behind them: redundant, as under a rigid body.
    const MatrixXd G = scattered(n, 6, seed);
    OneStepProblem problem{G * G.transpose(),
                           G * scattered(6, 1, seed + 100),
                           VectorXd::Constant(n, -kUnbounded),
                           VectorXd::Constant(n, kUnbounded),
                           {}};
    for (Eigen::Index c = 0; c < contacts; ++c) {
      problem.cones.push_back({3 * c, 2, 0.2 + 0.2 * static_cast<double>(c)});
      problem.lower[3 * c] = 0.0;
    }
    const OneStepSolution solution = solve_one_step(problem, {});
    CHECK(solution.residual <= kResidualLimit);
    const VectorXd w = problem.matrix * solution.multipliers + problem.offset;
    for (const FrictionCone& cone : problem.cones) {
      const auto tangential = solution.multipliers.segment(cone.normal + 1, 2);
      const double bound = cone.friction * solution.multipliers[cone.normal];
      CHECK(tangential.norm() <= bound + 1e-8);
      // Friction never drives.
      CHECK(tangential.dot(w.segment(cone.normal + 1, 2)) <= 1e-8);
    }
  }
}

namespace {

/// A ship of 2000 t that comes sideways on twenty fenders in a row over 47.5 m, the row through its
/// centre: (normal, along, up) each, of a ship that moves along (y, x, z) and turns about y and z.
/// Sixty rows over five velocities, and fenders give way a thousand times as easily as the ship.
struct RowOfFenders {
  static constexpr Eigen::Index kCount = 20;
  static constexpr double kFriction = 0.3, kMass = 2e6, kInertia = 4e8, kGiving = 2.5e-3;

  explicit RowOfFenders(const VectorXd& velocity) : mass(5) {
    mass << kMass, kMass, kMass, kInertia, kInertia;
    rows = MatrixXd::Zero(3 * kCount, 5);
    problem.lower = VectorXd::Constant(3 * kCount, -kUnbounded);
    problem.upper = VectorXd::Constant(3 * kCount, kUnbounded);
    VectorXd sigma = VectorXd::Zero(3 * kCount);
    for (Eigen::Index i = 0; i < kCount; ++i) {
      const double along = -23.75 + 2.5 * static_cast<double>(i);
      rows.block<3, 3>(3 * i, 0).setIdentity();
      rows(3 * i, 4) = along;
      rows(3 * i + 2, 3) = -along;
      sigma[3 * i] = kGiving;
      problem.lower[3 * i] = 0.0;
      problem.cones.push_back({3 * i, 2, kFriction});
    }
    problem.matrix = rows * mass.cwiseInverse().asDiagonal() * rows.transpose();
    problem.matrix += sigma.asDiagonal();
    problem.offset = rows * velocity;
  }

  /// What the fenders do to the ship: forces and moments [N s, N m s].
  VectorXd total(const VectorXd& multipliers) const { return rows.transpose() * multipliers; }

  VectorXd mass;
  MatrixXd rows;
  OneStepProblem problem;
};

}  // namespace

TEST_CASE("friction problem: a row of fenders holds, slips and turns a ship in a few Newton steps",
          "[solver][nonsmooth][one_step][friction][analytic]") {
  const double closing = 0.05, aim = 1e-10;
  const double count = static_cast<double>(RowOfFenders::kCount);
  const double each = closing / (count / RowOfFenders::kMass + RowOfFenders::kGiving);
  const double most = RowOfFenders::kFriction * count * each;  // friction of all
  const double slow = 0.5 * most / RowOfFenders::kMass;
  const struct {
    VectorXd velocity, expected;
  } cases[] = {
      // what is slow enough is held, by forces that have no end of ways to be shared
      {vector({-closing, 0.6 * slow, 0.8 * slow, 0.0, 0.0}),
       vector({count * each, -0.3 * most, -0.4 * most, 0.0, 0.0})},
      {vector({-closing, 0.6, -0.8, 0.0, 0.0}),
       vector({count * each, -0.6 * most, 0.8 * most, 0.0, 0.0})},
      // turning about the middle: one half slips up, the other down, 12.5 m off in the mean
      {vector({-closing, 0.0, 0.0, 0.02, 0.0}),
       vector({count * each, 0.0, 0.0, -12.5 * most, 0.0})},
  };
  for (const auto& [velocity, expected] : cases) {
    const RowOfFenders fenders(velocity);
    const OneStepSolution cold = solve_friction_problem(fenders.problem, {}, aim);
    CHECK(cold.residual <= aim);
    const VectorXd error = fenders.total(cold.multipliers) - expected;
    CHECK(error.cwiseAbs().maxCoeff() < 1e-7 * expected.cwiseAbs().maxCoeff());
    VectorXd pressed = VectorXd::Zero(fenders.problem.size());
    for (const FrictionCone& cone : fenders.problem.cones) pressed[cone.normal] = 1.02 * each;
    const OneStepSolution warm = solve_friction_problem(fenders.problem, pressed, aim);
    CHECK(warm.residual <= aim);
    CHECK(warm.iterations <= 10);
  }
}

TEST_CASE("friction problem: corners of a tilted box that cannot all stick, in a few Newton steps",
          "[solver][nonsmooth][one_step][friction]") {
  // A cube of 1 kg and 1 m comes down on the corners of a face that leans by 1e-3 and rebounds from
  // each as fast as half of what it came with: no motion of it does that and holds all four, so
  // that they press each other apart until the first one slips. Forces turn far, slips are small.
  MatrixXd rows = MatrixXd::Zero(12, 6);
  OneStepProblem problem;
  for (Eigen::Index i = 0; i < 4; ++i) {
    const double x = i % 2 == 0 ? 0.5 : -0.5, y = i < 2 ? 0.5 : -0.5;
    const double z = -0.5 + 1e-3 * x;
    rows.row(3 * i) << 0.0, 0.0, 1.0, y, -x, 0.0;
    rows.row(3 * i + 1) << 1.0, 0.0, 0.0, 0.0, z, -y;
    rows.row(3 * i + 2) << 0.0, 1.0, 0.0, -z, 0.0, x;
    problem.cones.push_back({3 * i, 2, 0.3});
  }
  const VectorXd mass = vector({1.0, 1.0, 1.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0});
  const VectorXd velocity = vector({0.4, 0.1, -3.0, 0.2, -0.1, 0.3});
  problem.matrix = rows * mass.cwiseInverse().asDiagonal() * rows.transpose();
  problem.offset = rows * velocity;
  problem.lower = VectorXd::Constant(12, -kUnbounded);
  problem.upper = VectorXd::Constant(12, kUnbounded);
  for (const FrictionCone& cone : problem.cones) {
    problem.offset[cone.normal] *= 1.5;
    problem.lower[cone.normal] = 0.0;
  }
  const OneStepSolution solution = solve_friction_problem(problem, {}, 1e-10);
  INFO(solution.iterations << " iterations");
  CHECK(natural_residual(problem, solution.multipliers) <= 1e-10);
  CHECK(conic_residual(problem, solution.multipliers) <= 1e-10);
  CHECK(solution.iterations <= 200);
}
