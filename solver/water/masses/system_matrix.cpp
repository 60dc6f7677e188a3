#include "solver/water/masses/system_matrix.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>

#include "hydro/base/disjoint_sets.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/heading_system_matrix.hpp"
#include "solver/water/masses/world_system_matrix.hpp"

namespace raftup::solver {

namespace {

/// Sets of bodies that added masses couple.
DisjointSets coupled_bodies(std::size_t body_count, const std::vector<AddedMass>& added_masses) {
  DisjointSets sets(body_count);
  for (const AddedMass& added_mass : added_masses) {
    for (const std::size_t body : added_mass.bodies()) sets.link(added_mass.bodies().front(), body);
  }
  return sets;
}

/// True if a rotation of the body about z maps the set of its moving dofs onto itself, or if the body
/// never turns.
bool invariant_under_yaw(const RigidBody& body) {
  if (!body.carrier_of.empty()) return true;
  const std::array<bool, 6> moving = moving_dofs(body);
  return moving[0] == moving[1] && moving[3] == moving[4];
}

bool constant_in_heading_frame(const std::vector<RigidBody>& bodies,
                               const std::vector<AddedMass>& added_masses, const MassGroup& group) {
  return std::all_of(group.bodies.begin(), group.bodies.end(),
                     [&](std::size_t body) { return invariant_under_yaw(bodies[body]); }) &&
         std::all_of(group.added_masses.begin(), group.added_masses.end(),
                     [&](std::size_t i) { return added_masses[i].constant_in_heading_frames(); });
}

}  // namespace

std::vector<MassGroup> find_mass_groups(std::size_t body_count,
                                        const std::vector<AddedMass>& added_masses) {
  DisjointSets coupled = coupled_bodies(body_count, added_masses);
  std::vector<MassGroup> groups;
  std::vector<std::size_t> group_of_label(body_count, body_count);
  std::vector<bool> placed(body_count, false);
  const auto group_with = [&](std::size_t body) -> MassGroup& {
    std::size_t& group = group_of_label[coupled.label(body)];
    if (group == body_count) {
      group = groups.size();
      groups.emplace_back();
    }
    return groups[group];
  };
  const auto place = [&](std::size_t body) {
    if (placed[body]) return;
    placed[body] = true;
    group_with(body).bodies.push_back(body);
  };
  for (std::size_t i = 0; i < added_masses.size(); ++i) {
    for (const std::size_t body : added_masses[i].bodies()) place(body);
    group_with(added_masses[i].bodies().front()).added_masses.push_back(i);
  }
  for (std::size_t body = 0; body < body_count; ++body) place(body);
  return groups;
}

std::array<bool, 6> moving_dofs(const RigidBody& body) {
  if (body.motion != Motion::kDynamic) return {};
  return body.free;
}

std::vector<bool> moving_bodies(const std::vector<RigidBody>& bodies) {
  std::vector<bool> moving;
  for (const RigidBody& body : bodies) moving.push_back(moving_dofs(body) != std::array<bool, 6>{});
  return moving;
}

std::unique_ptr<SystemMatrix> make_system_matrix(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const MassGroup& group) {
  if (group.bodies.size() == 1 && group.added_masses.empty()) {
    return std::make_unique<RigidBodyMatrix>(bodies[group.bodies.front()], group.bodies.front());
  }
  if (constant_in_heading_frame(bodies, added_masses, group)) {
    return std::make_unique<HeadingSystemMatrix>(bodies, added_masses, group);
  }
  return std::make_unique<WorldSystemMatrix>(bodies, added_masses, group);
}

namespace {

/// Inverse of the moving rows and columns of a matrix, 0 in the others.
Matrix3 invert_moving_part(const Matrix3& matrix, const std::array<bool, 6>& moving) {
  Matrix3 padded = Matrix3::Identity(), mask = Matrix3::Zero();
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      if (!moving[static_cast<std::size_t>(3 + i)] || !moving[static_cast<std::size_t>(3 + j)]) {
        continue;
      }
      padded(i, j) = matrix(i, j);
      mask(i, j) = 1.0;
    }
  }
  return padded.inverse().cwiseProduct(mask);
}

[[gnu::always_inline]] inline void multiply_columns(const double* inverse_mass,
                                                    const double* inverse_turning,
                                                    DofLanes& columns) {
  for (std::size_t i = 0; i < 3; ++i) columns[i].lanes() *= inverse_mass[i];
  const Lanes x = columns[3].lanes(), y = columns[4].lanes(), z = columns[5].lanes();
  for (std::size_t i = 0; i < 3; ++i) {
    const double* column = inverse_turning + 3 * i;  // symmetric: a column is a row
    columns[3 + i].lanes() = (x * column[0] + y * column[1]) + z * column[2];
  }
}

}  // namespace

RigidBodyMatrix::RigidBodyMatrix(const RigidBody& body, std::size_t index)
    : index_(index),
      inertia_(body.inertia),
      inverse_inertia_(body.inertia.inverse()),
      moving_(moving_dofs(body)),
      all_rotations_move_(moving_[3] && moving_[4] && moving_[5]),
      inverse_turning_(Matrix3::Zero()) {
  for (std::size_t dof = 0; dof < 3; ++dof) {
    inverse_mass_[static_cast<Eigen::Index>(dof)] = moving_[dof] ? 1.0 / body.mass : 0.0;
  }
}

void RigidBodyMatrix::factorize(const Kinematics& bodies) {
  const Matrix3& R = bodies[index_].rotation;
  if (all_rotations_move_) {
    inverse_turning_.noalias() = R * inverse_inertia_ * R.transpose();
  } else {
    inverse_turning_ = invert_moving_part(R * inertia_ * R.transpose(), moving_);
  }
}

void RigidBodyMatrix::solve(const Kinematics& /*bodies*/, const BodyVectors& right_side,
                            BodyVectors& solution) {
  const Vector6& p = right_side[index_];
  solution[index_] << inverse_mass_.cwiseProduct(p.head<3>()), inverse_turning_ * p.tail<3>();
}

void RigidBodyMatrix::solve_columns(const Kinematics& /*bodies*/, std::vector<DofLanes>& columns) {
  at_full_width<multiply_columns>(inverse_mass_.data(), inverse_turning_.data(), columns.front());
}

std::optional<IndefiniteDof> find_indefinite_dof(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const Kinematics& kinematics) {
  for (const MassGroup& group : find_mass_groups(bodies.size(), added_masses)) {
    WorldSystemMatrix W(bodies, added_masses, group);
    if (const auto dof = W.find_indefinite_dof(kinematics)) {
      return IndefiniteDof{dof->body, describe_dof({bodies[dof->body].name}, dof->dof)};
    }
  }
  return std::nullopt;
}

}  // namespace raftup::solver
