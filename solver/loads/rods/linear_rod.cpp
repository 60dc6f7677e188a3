#include "solver/loads/rods/linear_rod.hpp"

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "solver/loads/rods/node_tangents.hpp"
#include "solver/loads/rods/rod_elasticity.hpp"
#include "solver/loads/rods/twist.hpp"

namespace raftup::solver::rods {

namespace {

SymmetricEigen solved(const LinearRod& rod) {
  auto eigen = generalized_eigen(rod.K, rod.M);
  if (!eigen) throw SolverFailure("the masses of a line must be positive");
  return *std::move(eigen);
}

}  // namespace

LinearRod LinearRod::about(const DiscreteRod& rod, std::span<const Vector3> position,
                           std::span<const NodeMass> masses, double torque) {
  const std::size_t nodes = position.size();
  BlockBand stiffness(nodes, rod.kept_first(), rod.kept_last(), rod.bends());
  add_elasticity(rod, position, 1.0, stiffness);
  if (torque != 0.0) Twist::add_stiffness(position, torque, stiffness);
  std::vector<Vector3> tangents(nodes);
  find_tangents(position, tangents);
  const std::size_t first = rod.kept_first(), count = nodes - first - rod.kept_last();
  const auto row = first_dof(first) / 2, size = first_dof(count) / 2;  // three dofs a node
  LinearRod linear;
  linear.K = stiffness.dense().block(row, row, size, size);
  linear.M = MatrixXd::Zero(size, size);
  for (std::size_t i = 0; i < count; ++i) {
    const NodeMass& mass = masses[first + i];
    const Vector3& q = tangents[first + i];
    linear.M.block<3, 3>(first_dof(i) / 2, first_dof(i) / 2) =
        mass.across * Matrix3::Identity() + (mass.along - mass.across) * q * q.transpose();
  }
  return linear;
}

VectorXd LinearRod::frequencies() const { return solved(*this).values.cwiseMax(0.0).cwiseSqrt(); }

MatrixXd LinearRod::modes() const { return solved(*this).vectors; }

}  // namespace raftup::solver::rods
