#include "solver/joints/mixed_complementarity.hpp"

#include <optional>

#include "hydro/numerics/dense.hpp"
#include "tests/solver/joints/constraint_scene.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// The solution by trying every set of rows at their bounds.
std::optional<VectorXd> enumerate(const MatrixXd& S, const MixedComplementarityProblem& problem) {
  const Eigen::Index count = S.rows();
  const auto sets = static_cast<int>(std::pow(3.0, static_cast<double>(count)));
  for (int set = 0; set < sets; ++set) {
    VectorXd lambda = VectorXd::Zero(count);
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0, code = set; i < count; ++i, code /= 3) {
      if (code % 3 == 0) free.push_back(i);
      if (code % 3 == 1) lambda[i] = problem.lower[i];
      if (code % 3 == 2) lambda[i] = problem.upper[i];
    }
    if (!lambda.allFinite()) continue;
    const VectorXd rest = problem.right_side - S * lambda;
    const MatrixXd S_free = S(free, free);
    const VectorXd rest_free = rest(free), lambda_free = solve_semidefinite(S_free, rest_free);
    lambda(free) = lambda_free;
    const VectorXd w = S * lambda - problem.right_side;
    bool holds = true;
    for (Eigen::Index i = 0, code = set; i < count; ++i, code /= 3) {
      const double slack = 1e-10;
      if (code % 3 == 0) {
        holds &= lambda[i] >= problem.lower[i] - slack && lambda[i] <= problem.upper[i] + slack;
      }
      if (code % 3 == 1) holds &= w[i] >= -slack;
      if (code % 3 == 2) holds &= w[i] <= slack;
    }
    if (holds) return lambda;
  }
  return std::nullopt;
}

/// Seven rows over four bodies in a chain.
ConstraintScene small_scene() {
  return {Scene(4),
          {random_constraint(0, kWorld, 3), random_constraint(0, 1, 2), random_constraint(1, 2, 1),
           random_constraint(2, 3, 1)}};
}

MixedComplementarityProblem unbounded_problem(Eigen::Index count) {
  return {VectorXd::Constant(count, 1e-6), VectorXd::Random(count),
          VectorXd::Constant(count, -kUnbounded), VectorXd::Constant(count, kUnbounded)};
}

}  // namespace

TEST_CASE("mixed complementarity: without bounds it is the linear solution, without a pivot",
          "[solver][linear]") {
  std::srand(3);
  ConstraintScene test = small_scene();
  const auto problem = unbounded_problem(7);
  const MatrixXd S = test.dense() + MatrixXd(problem.sigma.asDiagonal());
  const auto solution = solve(test.matrix, problem, {});
  CHECK((solution.multipliers - solve_semidefinite(S, problem.right_side)).norm() < 1e-9);
  CHECK(solution.pivots == 0);
  CHECK(solution.residual < 1e-13);
}

TEST_CASE("mixed complementarity: what regularisation does is taken back, but for its square",
          "[solver][linear]") {
  std::srand(4);
  ConstraintScene test = small_scene();
  auto problem = unbounded_problem(7);
  problem.regularization = problem.sigma;  // 1e-6 of a diagonal of about 1
  const MatrixXd S = test.dense();
  const VectorXd expected = solve_semidefinite(S, problem.right_side);
  const VectorXd refined = solve(test.matrix, problem, {}).multipliers;
  problem.regularization.setZero();
  const VectorXd regularized = solve(test.matrix, problem, {}).multipliers;
  CHECK((regularized - expected).norm() > 1e-7 * expected.norm());
  CHECK((refined - expected).norm() < 1e-3 * (regularized - expected).norm());
}

TEST_CASE("mixed complementarity: finds the active set that enumeration finds",
          "[solver][linear]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::srand(seed);
    ConstraintScene test = small_scene();
    auto problem = unbounded_problem(7);
    for (Eigen::Index i = 0; i < 7; ++i) {
      const auto kind = (static_cast<Eigen::Index>(seed) + i) % 4;
      if (kind == 0) continue;
      if (kind != 1) problem.lower[i] = kind == 2 ? 0.0 : -0.05;
      if (kind != 2) problem.upper[i] = 0.1;
    }
    const MatrixXd S = test.dense() + MatrixXd(problem.sigma.asDiagonal());
    const std::optional<VectorXd> expected = enumerate(S, problem);
    REQUIRE(expected);
    const auto solution = solve(test.matrix, problem, {});
    INFO("seed " << seed << ", pivots " << solution.pivots);
    CHECK((solution.multipliers - *expected).norm() < 1e-8 * (1.0 + expected->norm()));
    CHECK(solution.residual < 1e-11);
    const auto again = solve(test.matrix, problem, solution.multipliers);
    CHECK(again.pivots == 0);
    CHECK((again.multipliers - solution.multipliers).norm() < 1e-10 * (1.0 + expected->norm()));
  }
}

TEST_CASE("mixed complementarity: a row whose bounds are equal is a given force",
          "[solver][linear]") {
  std::srand(4);
  ConstraintScene test = small_scene();
  auto problem = unbounded_problem(7);
  problem.lower[2] = problem.upper[2] = 0.25;
  const auto solution = solve(test.matrix, problem, {});
  CHECK(solution.multipliers[2] == 0.25);
  CHECK(solution.pivots == 0);
  CHECK(solution.residual < 1e-12);
}

TEST_CASE("mixed complementarity: a degenerate row, exactly at its bound without a push, ends",
          "[solver][linear]") {
  std::srand(9);
  ConstraintScene test = small_scene();
  auto problem = unbounded_problem(7);
  const MatrixXd S = test.dense() + MatrixXd(problem.sigma.asDiagonal());
  VectorXd lambda = VectorXd::LinSpaced(7, 0.1, 0.7);
  lambda[3] = lambda[5] = 0.0;
  problem.right_side = S * lambda;  // w = 0 in all rows
  problem.lower[3] = problem.lower[5] = 0.0;
  problem.upper[6] = 0.7;
  const auto solution = solve(test.matrix, problem, GENERATE(VectorXd(), VectorXd::Zero(7).eval()));
  CHECK((solution.multipliers - lambda).norm() < 1e-9);
  CHECK(solution.pivots <= 2);
}

TEST_CASE("mixed complementarity: redundant bounded rows end and share within the bounds",
          "[solver][linear]") {
  std::srand(2);
  const ConstraintBlock stop = random_constraint(0, kWorld, 1);
  ConstraintScene test(Scene(1), {stop, stop, stop});
  const VectorXd sigma = 1e-10 * test.matrix.diagonal();
  const double needed = 3.0;  // of the three together
  const MixedComplementarityProblem problem{sigma, needed * test.matrix.diagonal(),
                                            Vector3(0.0, 0.0, 0.0), Vector3(0.5, 1.0, kUnbounded)};
  const auto solution = solve(test.matrix, problem, {});
  CHECK(solution.multipliers[0] == Approx(0.5));
  CHECK(solution.multipliers.sum() == Approx(needed).epsilon(1e-9));
  CHECK(solution.residual < 1e-12);
}

TEST_CASE("mixed complementarity: bounds out of order are refused", "[solver][linear]") {
  ConstraintScene test = small_scene();
  auto problem = unbounded_problem(7);
  problem.lower[4] = 1.0;
  problem.upper[4] = 0.5;
  CHECK_THROWS_WITH(solve(test.matrix, problem, {}),
                    "bounds of constraint row 4 must be in order, got 1 and 0.5");
}
