#include "solver/water/groups/constant_matrices.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "hydro/database/transformation.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

bool gives_reference_point(const HydrodynamicGroup& group) {
  return std::any_of(group.bodies.begin(), group.bodies.end(),
                     [](const GroupBody& body) { return body.reference_point.has_value(); });
}

/// The vector O - G from the center of mass to the reference point of each body, in the order of
/// the database [m].
std::vector<Vector3> levers(const Model& model, const HydrodynamicGroup& group) {
  std::vector<Vector3> result;
  for (const std::size_t i : members_in_database_order(group)) {
    const GroupBody& member = group.bodies[i];
    result.emplace_back(Vector3::Zero());
    if (!member.reference_point) continue;
    result.back() =
        *member.reference_point - model.bodies[find_body(model, member.body)].center_of_mass;
  }
  return result;
}

bool all_bodies_exist(const Model& model, const HydrodynamicGroup& group) {
  return std::all_of(group.bodies.begin(), group.bodies.end(),
                     [&](const GroupBody& member) { return has_body(model, member.body); });
}

/// True if each matrix of a group has the size of its bodies or is not given.
bool have_the_size(const ConstantCoefficients& constants, const HydrodynamicGroup& group) {
  const std::size_t size = 36 * group.bodies.size() * group.bodies.size();
  const auto fits = [size](const std::vector<double>& numbers) {
    return numbers.empty() || numbers.size() == size;
  };
  return fits(constants.added_mass) && fits(constants.damping) &&
         fits(constants.quadratic_damping) && fits(constants.stiffness);
}

}  // namespace

bool ConstantMatrices::has_drag_elsewhere() const {
  return !quadratic_damping.isZero(0.0) && !to_reference_points.isIdentity(0.0);
}

MatrixXd in_database_order(const std::vector<double>& numbers, const HydrodynamicGroup& group) {
  const Eigen::Index size = kDofs * static_cast<Eigen::Index>(group.bodies.size());
  if (numbers.empty()) return MatrixXd::Zero(size, size);
  const MatrixXd given = Eigen::Map<const RowMajorMatrix>(numbers.data(), size, size);
  std::vector<Eigen::Index> order;
  for (const std::size_t member : members_in_database_order(group)) {
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
      order.push_back(kDofs * static_cast<Eigen::Index>(member) + dof);
    }
  }
  return given(order, order);
}

MatrixXd to_reference_points(const Model& model, const HydrodynamicGroup& group) {
  return hydro::twist_transform(levers(model, group));
}

namespace {

/// The matrices of the modes of flexible bodies, which have no point of reference.
ConstantMatrices matrices_of_modes(const HydrodynamicGroup& group) {
  const ConstantCoefficients& modes = *group.of_modes;
  const MatrixXd A = in_database_order(modes.added_mass, group);
  return {MatrixXd::Identity(A.rows(), A.cols()), A, in_database_order(modes.damping, group),
          MatrixXd::Zero(A.rows(), A.cols()), in_database_order(modes.stiffness, group)};
}

}  // namespace

std::optional<ConstantMatrices> constant_matrices(const Model& model,
                                                  const HydrodynamicGroup& group) {
  std::optional<ConstantMatrices> given = given_matrices(model, group);
  if (!group.of_modes) return given;
  ConstantMatrices modes = matrices_of_modes(group);
  if (!given) return modes;
  given->added_mass += modes.added_mass;
  given->damping += modes.damping;
  given->stiffness += modes.stiffness;
  return given;
}

std::optional<ConstantMatrices> given_matrices(const Model& model, const HydrodynamicGroup& group) {
  const ConstantCoefficients* constants = group.constants();
  if (constants == nullptr || !have_the_size(*constants, group)) return std::nullopt;
  const MatrixXd H = to_reference_points(model, group);
  const auto at_centers = [&](const std::vector<double>& numbers) -> MatrixXd {
    return H.transpose() * in_database_order(numbers, group) * H;
  };
  const MatrixXd A = at_centers(constants->added_mass);
  return ConstantMatrices{H, 0.5 * (A + A.transpose()), at_centers(constants->damping),
                          in_database_order(constants->quadratic_damping, group),
                          at_centers(constants->stiffness)};
}

void move_to_centers_of_mass(Model& model) {
  for (HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.has_database() || group.family != nullptr || !gives_reference_point(group)) continue;
    if (!all_bodies_exist(model, group)) continue;
    std::vector<Vector3> points = levers(model, group);
    if (std::cmp_not_equal(points.size(), group.database->body_count())) continue;
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i] += group.database->bodies[i].center_of_gravity;
    }
    group.database = std::make_shared<const hydro::Database>(
        hydro::about_centers_of_gravity(*group.database, points));
  }
}

}  // namespace raftup::solver
