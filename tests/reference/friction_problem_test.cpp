// The friction problems of docs/reference/cases.md S9 with the norms of their solutions as listed
// there.
#include "solver/nonsmooth/one_step/friction_problem.hpp"

#include <fstream>

#include "solver/nonsmooth/nonsmooth_law.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::solver::nonsmooth;

namespace {

/// Column by column, as the files have it.
MatrixXd read_matrix(std::istream& file, Eigen::Index rows, Eigen::Index columns) {
  MatrixXd matrix(rows, columns);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) file >> matrix.data()[i];
  return matrix;
}

std::vector<Eigen::Index> read_integers(std::istream& file, Eigen::Index count) {
  std::vector<Eigen::Index> values(static_cast<std::size_t>(count));
  for (Eigen::Index& value : values) file >> value;
  return values;
}

/// 3 x 3 blocks in rows, as compressed sparse rows of blocks.
MatrixXd read_blocks(std::istream& file, Eigen::Index rows, Eigen::Index columns) {
  Eigen::Index blocks = 0, block_rows = 0, block_columns = 0, begin_count = 0, place_count = 0;
  file >> blocks >> block_rows >> block_columns;
  read_integers(file, block_rows + block_columns);  // where blocks end: every 3
  file >> begin_count >> place_count;
  const auto begins = read_integers(file, begin_count);
  const auto places = read_integers(file, place_count);
  MatrixXd matrix = MatrixXd::Zero(rows, columns);
  for (Eigen::Index row = 0; row < block_rows; ++row) {
    for (Eigen::Index k = begins[static_cast<std::size_t>(row)];
         k < begins[static_cast<std::size_t>(row) + 1]; ++k) {
      Eigen::Index number = 0;
      file >> number;
      matrix.block(3 * row, 3 * places[static_cast<std::size_t>(k)], 3, 3) =
          read_matrix(file, 3, 3);
    }
  }
  return matrix;
}

OneStepProblem read_problem(const std::filesystem::path& path) {
  std::ifstream file(path);
  Eigen::Index dimension = 0, contacts = 0, storage = 0, rows = 0, columns = 0;
  file >> dimension >> contacts >> storage >> rows >> columns;
  REQUIRE(dimension == 3);
  if (storage == 0) file >> rows >> columns;  // stands twice
  OneStepProblem problem;
  problem.matrix =
      storage == 0 ? read_matrix(file, rows, columns) : read_blocks(file, rows, columns);
  problem.offset = read_matrix(file, rows, 1);
  problem.lower = VectorXd::Constant(rows, -kUnbounded);
  problem.upper = VectorXd::Constant(rows, kUnbounded);
  for (Eigen::Index contact = 0; contact < contacts; ++contact) {
    double friction = 0.0;
    file >> friction;
    problem.cones.push_back({3 * contact, 2, friction});
    problem.lower[3 * contact] = 0.0;
  }
  REQUIRE(file);
  return problem;
}

constexpr double kAim = 1e-8;

void check_residuals(const OneStepProblem& problem, const OneStepSolution& solution) {
  INFO("residual " << solution.residual << " after " << solution.iterations);
  CHECK(natural_residual(problem, solution.multipliers) <= kAim);
  CHECK(conic_residual(problem, solution.multipliers) <= kAim);
}

void check_norm(const std::string& name, double norm) {
  RAFTUP_REQUIRE_REFERENCE(path, "reference/fc3d/" + name);
  INFO(name);
  const OneStepProblem problem = read_problem(path);
  const OneStepSolution solution = solve_one_step(problem, {});
  check_residuals(problem, solution);
  CHECK(solution.multipliers.norm() == Approx(norm).epsilon(1e-6));
}

/// Of problems with redundant contacts, whose multipliers are not the only ones.
void check_solved(const std::string& name) {
  RAFTUP_REQUIRE_REFERENCE(path, "reference/fc3d/" + name);
  INFO(name);
  const OneStepProblem problem = read_problem(path);
  check_residuals(problem, solve_friction_problem(problem, {}, kAim));
}

}  // namespace

TEST_CASE("friction problems: a rover's wheels, confetti and single contacts",
          "[solver][nonsmooth][reference][friction]") {
  check_norm("Rover1039.dat", 36.777749);
  check_norm("Rover3865.dat", 32.2888019);
  check_norm("Rover4396.dat", 230.633927);
  check_norm("FC3D_Example1_SBM.dat", 1.74068952);
  check_norm("FrictionContact3D_1c.dat", 0.0660233442);
  check_norm("Confeti-ex13-4contact-Fc3D-SBM.dat", 387.572678);
  check_solved("Rover1040.dat");
  check_solved("Rover4609.dat");
  check_solved("FrictionContact3D_RR_1c.dat");
  check_solved("Confeti-ex03-Fc3D-SBM.dat");
  check_solved("NESpheres_10_1.dat");
}

TEST_CASE("friction problems: stacks and piles that Gauss-Seidel does not solve",
          "[solver][nonsmooth][reference][friction]") {
  check_solved("BoxesStack1-i100000-32.hdf5.dat");
  check_solved("OneObject-i100000-499.hdf5.dat");
  check_solved("Capsules-i100-889.dat");
  check_solved("Capsules-i101-404.dat");
  check_solved("Capsules-i122-1617.dat");
  check_solved("KaplasTower-i1061-4.hdf5.dat");
}
