// What is known of contacts by their structure, against the matrices written out.
#include "solver/contacts/contact_matrix.hpp"

#include "solver/nonsmooth/one_step/dense_matrix.hpp"
#include "solver/nonsmooth/one_step/friction_problem.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/matrices.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr Eigen::Index kBodies = 4;

/// Four bodies, the first two of which share added mass, the last held in heave, with contacts of
/// the world, of one another and twice of the same pair, a joint of five rows, and three contacts
/// on a link, two of them with friction; or these alone.
class Scene {
 public:
  explicit Scene(unsigned seed, bool link_alone = false) {
    mass_ = MatrixXd::Zero(6 * kBodies, 6 * kBodies);
    const MatrixXd shared = scattered(12, 12, seed);
    mass_.topLeftCorner(12, 12) = shared * shared.transpose() + 2.0 * MatrixXd::Identity(12, 12);
    for (Eigen::Index body = 2; body < kBodies; ++body) {
      const MatrixXd own = scattered(6, 6, seed + 10 * static_cast<unsigned>(body));
      mass_.block(6 * body, 6 * body, 6, 6) = own * own.transpose() + Matrix6::Identity();
    }
    moving_ = VectorXd::Ones(6 * kBodies);
    moving_[6 * 3 + 2] = 0.0;
    if (!link_alone) {
      add(0, -1, 3, seed + 1);
      add(0, 2, 3, seed + 2);
      add(0, 2, 3, seed + 3);
      add(2, 3, 3, seed + 4);
      add(3, 1, 5, seed + 5);
      add(1, -1, 1, seed + 6);
    }
    const Eigen::Index linked = jacobian_.rows();
    add_link(3, 0, {3, 1, 3}, seed + 9);
    problem.matrix = jacobian_ * inverse_mass() * jacobian_.transpose();
    sigma = scattered(rows(), 1, seed + 7).cwiseAbs();
    problem.matrix.diagonal() += sigma;
    problem.offset = scattered(rows(), 1, seed + 8);
    problem.lower = VectorXd::Constant(rows(), -kUnbounded);
    problem.upper = VectorXd::Constant(rows(), kUnbounded);
    std::vector<Eigen::Index> normals{linked, linked + 4}, alone{linked + 3};
    if (!link_alone) {
      normals = {0, 3, 6, 9, linked, linked + 4};
      alone.push_back(17);
    }
    for (const Eigen::Index normal : normals) {
      problem.cones.push_back({normal, 2, 0.4});
      problem.lower[normal] = 0.0;
    }
    for (const Eigen::Index row : alone) problem.lower[row] = 0.0;
  }

  void write_to(ContactMatrix& matrix) const {
    matrix.begin(kBodies, {{0, 2}, {2, 3}, {3, 1}, {1, 0}, {3, 0}});
    for (Eigen::Index i = 0; i < kBodies; ++i) {
      const Matrix6 held = (Vector6::Ones() - moving_.segment<6>(6 * i)).asDiagonal();
      matrix.add_mass(static_cast<std::size_t>(i), static_cast<std::size_t>(i),
                      Matrix6(masked().block<6, 6>(6 * i, 6 * i) + held));
    }
    matrix.add_mass(1, 0, masked().block<6, 6>(6, 0));
    ContactJacobian& known = matrix.jacobian();
    for (const Block& block : blocks_) {
      block.linked.empty() ? known.add_rows(block.rows, block.sides)
                           : known.add_link(block.rows, block.sides);
      const MatrixXd twists = inverse_mass() * block.jacobian.transpose();
      for (std::size_t body = 0; body < kBodies; ++body) {
        DofLanes lanes{};
        for (std::size_t dof = 0; dof < 6; ++dof) {
          for (Eigen::Index r = 0; r < block.rows.rows; ++r) {
            lanes[dof][static_cast<std::size_t>(r)] =
                twists(static_cast<Eigen::Index>(6 * body + dof), r);
          }
        }
        known.add_response(body, lanes);
      }
      for (const JacobianRows<4>& rows : block.linked) known.add_linked_rows(rows, 1);
    }
    matrix.set_sigma(problem, sigma);
  }

  Eigen::Index rows() const { return jacobian_.rows(); }

  nonsmooth::OneStepProblem problem;
  VectorXd sigma;

 private:
  struct Block {
    ConstraintBlock rows;
    std::array<ContactJacobian::Side, 2> sides;
    MatrixXd jacobian;                    ///< of all dofs
    std::vector<JacobianRows<4>> linked;  ///< contacts that it is the link of
  };

  MatrixXd masked() const { return moving_.asDiagonal() * mass_ * moving_.asDiagonal(); }
  MatrixXd inverse_mass() const {
    const MatrixXd held = (VectorXd::Ones(6 * kBodies) - moving_).asDiagonal();
    return moving_.asDiagonal() * (masked() + held).inverse() * moving_.asDiagonal();
  }

  /// @param two -1: the world
  static Block block_of(int one, int two, int rows, unsigned seed, const VectorXd& moving) {
    Block block;
    block.rows.rows = rows;
    block.jacobian = MatrixXd::Zero(rows, 6 * kBodies);
    for (std::size_t side = 0; side < 2; ++side) {
      const int body = side == 0 ? one : two;
      if (body < 0) continue;
      const MatrixXd own = scattered(rows, 6, seed + 50 * static_cast<unsigned>(side));
      block.rows.bodies[side] = static_cast<std::size_t>(body);
      block.rows.jacobian[side].topRows(rows) = own;
      block.sides[side] = {static_cast<std::size_t>(body), moving.segment<6>(6 * body)};
      block.jacobian.middleCols(6 * body, 6) = own;
    }
    block.jacobian = block.jacobian * moving.asDiagonal();
    return block;
  }

  void add(int one, int two, int rows, unsigned seed) {
    blocks_.push_back(block_of(one, two, rows, seed, moving_));
    append(blocks_.back().jacobian);
  }

  /// @param rows of each contact
  void add_link(int one, int two, const std::vector<int>& rows, unsigned seed) {
    Block link = block_of(one, two, 6, seed, moving_);
    for (const int count : rows) {
      JacobianRows<4>& contact = link.linked.emplace_back();
      contact.rows = count;
      contact.jacobian[1].topRows(count) = scattered(count, 6, ++seed);
      append(contact.jacobian[1].topRows(count) * link.jacobian);
    }
    blocks_.push_back(link);
  }

  void append(const MatrixXd& jacobian) {
    jacobian_.conservativeResize(jacobian_.rows() + jacobian.rows(), 6 * kBodies);
    jacobian_.bottomRows(jacobian.rows()) = jacobian;
  }

  MatrixXd mass_;
  VectorXd moving_;
  MatrixXd jacobian_ = MatrixXd(0, 6 * kBodies);
  std::vector<Block> blocks_;
};

}  // namespace

TEST_CASE("contact matrix: products, units and own blocks are those of G W^-1 G^T + Sigma",
          "[contacts][linear]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Scene scene(seed, seed > 10);
    ContactMatrix matrix;
    scene.write_to(matrix);
    const nonsmooth::DenseMatrix dense(scene.problem);
    CHECK((matrix.units() - dense.units()).norm() < 1e-12 * dense.units().norm());
    CHECK((matrix.row_scales() - dense.row_scales()).norm() < 1e-12 * dense.row_scales().norm());
    for (const Eigen::Index normal : {scene.problem.cones[1].normal, scene.rows() - 3}) {
      CHECK((matrix.own_block(normal, 3) - dense.own_block(normal, 3)).norm() < 1e-12);
    }
    const VectorXd x = scattered(scene.rows(), 1, seed + 90);
    VectorXd product, expected;
    matrix.multiply(x, product);
    dense.multiply(x, expected);
    CHECK((product - expected).norm() < 1e-12 * expected.norm());
    for (const Eigen::Index row : {Eigen::Index{3}, scene.rows() - 2}) {
      CHECK(matrix.run(x)->row(row) == Approx(dense.run(x)->row(row)).epsilon(1e-12));
    }
  }
}

TEST_CASE("contact matrix: a Newton step for velocities is that for impulses",
          "[contacts][linear]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Scene scene(seed, seed > 10);
    ContactMatrix matrix;
    scene.write_to(matrix);
    nonsmooth::NewtonEquations equations;
    equations.alpha = 1e-4;
    equations.rho = 1.0 / (1.0 + equations.alpha);
    equations.F = scattered(scene.rows(), 1, seed + 20);
    equations.row_derivatives = VectorXd::Ones(scene.rows());
    if (scene.rows() > 16) equations.row_derivatives[16] = 0.0;
    Matrix3 slips = Matrix3::Zero();
    slips(0, 0) = 1.0;
    slips.bottomLeftCorner<2, 1>() << 0.32, 0.24;  // mu t
    slips.bottomRightCorner<2, 2>() << 0.3 * 0.36, -0.3 * 0.48, -0.3 * 0.48, 0.3 * 0.64;
    equations.derivatives = {Matrix3::Identity(), slips, Matrix3::Zero(), slips, slips,
                             Matrix3::Identity()};
    const nonsmooth::DenseMatrix dense(scene.problem);
    VectorXd expected, step;
    dense.solve(scene.problem.cones, equations, expected);
    matrix.solve(scene.problem.cones, equations, step);
    INFO(seed);
    CHECK((step - expected).norm() < 1e-9 * expected.norm());
  }
}

TEST_CASE("contact matrix: problems are solved as their written-out matrices are",
          "[contacts][friction]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Scene scene(seed, seed > 10);
    ContactMatrix matrix;
    scene.write_to(matrix);
    nonsmooth::OneStepProblem known = scene.problem;
    known.matrix.resize(0, 0);
    const auto solution = nonsmooth::solve_friction_problem(known, matrix, {}, 1e-11);
    CHECK(solution.residual <= 1e-11);
    CHECK(natural_residual(scene.problem, solution.multipliers) <= 1e-10);
  }
}
