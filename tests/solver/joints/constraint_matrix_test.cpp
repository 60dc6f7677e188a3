#include "solver/joints/constraint_matrix.hpp"

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "tests/solver/joints/constraint_scene.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// G W^-1 G^T as the matrix under test multiplies it.
MatrixXd multiplied_out(const ConstraintMatrix& matrix) {
  MatrixXd S(matrix.row_count(), matrix.row_count());
  VectorXd column;
  for (Eigen::Index i = 0; i < S.cols(); ++i) {
    matrix.multiply(VectorXd::Unit(S.cols(), i), column);
    S.col(i) = column;
  }
  return S;
}

std::vector<bool> all_of(const ConstraintMatrix& matrix) {
  return std::vector<bool>(static_cast<std::size_t>(matrix.row_count()), true);
}

/// The bodies of `scene` as a chain that begins at the world.
ConstraintScene chain(Scene scene, int rows) {
  std::vector<ConstraintBlock> constraints;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    constraints.push_back(random_constraint(i, i == 0 ? kWorld : i - 1, rows));
  }
  return {std::move(scene), constraints};
}

/// Chains, a tree, a loop, two constraints between one pair, and everything at once in a group.
std::vector<ConstraintBlock> constraints_of(const std::string& structure) {
  std::srand(11);
  std::vector<ConstraintBlock> blocks{random_constraint(0, 1, 5), random_constraint(1, 2, 3)};
  if (structure == "tree") {
    blocks.push_back(random_constraint(3, 1, 6));
    blocks.push_back(random_constraint(1, 4, 1));
  }
  if (structure == "loop") {
    blocks.push_back(random_constraint(3, 2, 2));
    blocks.push_back(random_constraint(3, 4, 1));
    blocks.push_back(random_constraint(0, 4, 4));
  }
  if (structure == "double") {
    blocks.push_back(random_constraint(1, 0, 1));
    blocks.push_back(random_constraint(kWorld, 0, 3));
    blocks.push_back(random_constraint(4, 4, 2));
  }
  return blocks;
}

}  // namespace

TEST_CASE("constraint matrix: equals G W^-1 G^T computed densely, whatever the structure",
          "[solver][linear]") {
  const std::string structure = GENERATE("chain", "tree", "loop", "double");
  const auto group = GENERATE(0, 1, 2, 3);
  Scene scene(5);
  if (group == 1) scene.couple({3, 1});
  if (group == 2) scene.couple({0, 1, 2, 3, 4});
  if (group == 3) {
    scene.couple({2, 1}, HydroFrame::kBody);
    scene.bodies[1].free = {true, false, true, false, true, true};
    scene.bodies[3].free = {true, true, true, false, true, false};
    scene.bodies[4].motion = Motion::kStatic;
  }
  const ConstraintScene test(scene, constraints_of(structure));
  const MatrixXd S = test.dense();
  // Entries of order one; the condition of the masses is below 1e3.
  CHECK((multiplied_out(test.matrix) - S).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((test.matrix.diagonal() - S.diagonal()).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("constraint matrix: solves for the active rows and leaves the others at 0",
          "[solver][linear]") {
  const std::string structure = GENERATE("chain", "tree", "loop", "double");
  const bool coupled = GENERATE(false, true);
  const auto masked = GENERATE(0, 1, 2);
  Scene scene(5);
  if (coupled) scene.couple({3, 1, 4});
  ConstraintScene test(scene, constraints_of(structure));
  const Eigen::Index count = test.matrix.row_count();
  const VectorXd sigma = VectorXd::LinSpaced(count, 0.1, 0.5);
  std::vector<bool> active = all_of(test.matrix);
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < count; ++i) {
    if (masked == 1) active[static_cast<std::size_t>(i)] = i % 3 != 1;
    if (masked == 2) active[static_cast<std::size_t>(i)] = i >= 5;  // none of the first block
    if (active[static_cast<std::size_t>(i)]) rows.push_back(i);
  }
  const VectorXd right_side = VectorXd::Random(count);
  const MatrixXd S = test.dense() + MatrixXd(sigma.asDiagonal());
  VectorXd expected = VectorXd::Zero(count);
  const MatrixXd S_active = S(rows, rows);
  const VectorXd active_right_side = right_side(rows),
                 solution = solve_semidefinite(S_active, active_right_side);
  expected(rows) = solution;
  VectorXd found = right_side;
  test.matrix.factorize(sigma, active);
  test.matrix.solve(found);
  CHECK((found - expected).norm() < 1e-11 * (1.0 + expected.norm()));
}

TEST_CASE("constraint matrix: a chain of hinges is solved as densely", "[solver][linear]") {
  std::srand(5);
  ConstraintScene test = chain(Scene(12), 5);
  const VectorXd x = VectorXd::Random(test.matrix.row_count());
  const VectorXd sigma = 1e-8 * test.matrix.diagonal();
  const MatrixXd S = test.dense() + MatrixXd(sigma.asDiagonal());
  VectorXd found = S * x;
  test.matrix.factorize(sigma, all_of(test.matrix));
  test.matrix.solve(found);
  VectorXd back;
  test.matrix.multiply(found, back);
  // Backward stable: the residual is round-off, whatever the condition number.
  CHECK((S * (found - x)).norm() < 1e-13 * S.norm() * x.norm());
  CHECK((back + sigma.cwiseProduct(found) - S * x).norm() < 1e-13 * S.norm() * x.norm());
}

TEST_CASE("constraint matrix: the same chain solved twice gives the same bytes",
          "[solver][linear]") {
  std::srand(5);
  ConstraintScene test = chain(Scene(9), 5);
  const VectorXd sigma = 1e-8 * test.matrix.diagonal();
  VectorXd first = VectorXd::LinSpaced(test.matrix.row_count(), -1.0, 1.0), second = first;
  test.matrix.factorize(sigma, all_of(test.matrix));
  test.matrix.solve(first);
  test.assemble();
  test.matrix.factorize(sigma, all_of(test.matrix));
  test.matrix.solve(second);
  CHECK(first == second);
}

TEST_CASE("constraint matrix: a chain of any length fills nothing", "[solver][linear]") {
  for (const std::size_t length : {10U, 100U, 1000U}) {
    std::vector<std::size_t> rows(length, 5);
    std::vector<std::pair<std::size_t, std::size_t>> couplings;
    for (std::size_t i = 1; i < length; ++i) couplings.emplace_back(i - 1, i);
    CHECK(analyze_blocks(rows, couplings).columns.size() == 2 * length - 1);
  }
}

TEST_CASE("constraint matrix: a door on three hinges shares its load among them",
          "[solver][linear]") {
  ConstraintBlock hinge;
  hinge.bodies = {0, kWorld};
  hinge.rows = 5;
  hinge.jacobian[0].topLeftCorner<5, 5>().setIdentity();  // the rotation about z is free
  std::vector<ConstraintBlock> hinges(3, hinge);
  for (std::size_t i = 0; i < 3; ++i) {
    const double height = static_cast<double>(i) - 1.0;  // of the hinge above the centre of mass
    hinges[i].jacobian[0](0, 4) = height;
    hinges[i].jacobian[0](1, 3) = -height;
  }
  ConstraintScene test(Scene(1), hinges);
  VectorXd forces = VectorXd::Zero(15);
  for (Eigen::Index i = 0; i < 3; ++i) forces[5 * i + 2] = 9.81;  // falls along z
  const VectorXd right_side = forces;
  const VectorXd sigma = 1e-10 * test.matrix.diagonal();
  test.matrix.factorize(sigma, all_of(test.matrix));
  test.matrix.solve(forces);
  VectorXd speeds;
  test.matrix.multiply(forces, speeds);
  CHECK((speeds + sigma.cwiseProduct(forces) - right_side).norm() < 1e-12 * right_side.norm());
  // What is redundant shares alike, to the round-off that 1e-10 of the diagonal leaves.
  CHECK(forces[2] == Approx(2.0 * 9.81 / 3.0).epsilon(1e-5));
  CHECK(forces[7] == Approx(2.0 * 9.81 / 3.0).epsilon(1e-5));
  CHECK(forces[2] + forces[7] + forces[12] == Approx(2.0 * 9.81).epsilon(1e-9));
  // Of 15 rows 10 hold what others hold; a row that is left out depends on none.
  VectorXd dependence;
  test.matrix.find_dependence(dependence);
  CHECK((dependence.array() > 1e9).count() == 10);
  CHECK((dependence.array() < 10.0).count() == 5);
  std::vector<bool> one_hinge(15, false);
  std::fill_n(one_hinge.begin() + 5, 5, true);
  test.matrix.factorize(sigma, one_hinge);
  test.matrix.find_dependence(dependence);
  CHECK(dependence.segment(5, 5).minCoeff() > 1.0 - 1e-9);
  CHECK(dependence.segment(5, 5).maxCoeff() < 10.0);
  CHECK(dependence.head(5).isZero(0.0));
}

TEST_CASE("constraint matrix: sigma that is not positive is refused", "[solver][linear]") {
  ConstraintScene test = chain(Scene(2), 2);
  VectorXd sigma = VectorXd::Ones(4);
  sigma[2] = GENERATE(0.0, -1.0);
  CHECK_THROWS_WITH(test.matrix.factorize(sigma, all_of(test.matrix)),
                    Catch::StartsWith("sigma of constraint row 2 must be positive, got"));
}

TEST_CASE("constraint matrix: without constraints there is nothing to do", "[solver][linear]") {
  ConstraintScene test(Scene(2), {});
  VectorXd x(0);
  test.matrix.factorize(x, {});
  test.matrix.solve(x);
  CHECK(test.matrix.row_count() == 0);
}
