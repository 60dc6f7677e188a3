#include "solver/water/groups/mode_carriers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "hydro/database/transformation.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::solver {

namespace {

using Eigen::Index;

const hydro::GeneralisedModes& modes_in(const HydrodynamicGroup& group) {
  return group.database->modes;
}

/// Indices of the modes of a body of a database.
std::vector<std::size_t> filed_modes(const hydro::Database& database, Index body) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < database.modes.modes.size(); ++i) {
    if (database.modes.modes[i].body == body) found.push_back(i);
  }
  return found;
}

bool has_carriers(const HydrodynamicGroup& group) {
  return std::any_of(group.bodies.begin(), group.bodies.end(),
                     [](const GroupBody& member) { return !member.carrier_of.empty(); });
}

/// Makes the carriers of one group.
class CarrierMaker {
 public:
  CarrierMaker(Model& model, std::size_t group)
      : model_(model), group_(model.hydrodynamics[group]) {}

  void make() {
    select();
    const std::size_t hulls = group_.bodies.size();
    for (std::size_t member = 0; member < hulls; ++member) add_carriers(member);
    if (group_.bodies.size() == hulls) return;
    add_coefficients(hulls);
    if (!group_.additional) return;
    for (auto* numbers : {&group_.additional->added_mass, &group_.additional->damping,
                          &group_.additional->quadratic_damping, &group_.additional->stiffness}) {
      widen(hulls, *numbers);
    }
  }

 private:
  /// Keeps the named bodies of the database and the carriers of modes that move.
  void select() {
    const hydro::Database& database = *group_.database;
    std::vector<Index> kept;
    for (const GroupBody& member : group_.bodies) {
      kept.push_back(member.database_body);
      const auto of = modes_of(model_, model_.bodies[find_body(model_, member.body)]);
      if (!of) continue;
      for (const std::size_t mode : of->modes) {
        kept.push_back(database.modes.modes[mode].dof / kDofs);
      }
    }
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    group_.database = std::make_shared<const hydro::Database>(hydro::select_bodies(database, kept));
    for (GroupBody& member : group_.bodies) {
      member.database_body =
          std::lower_bound(kept.begin(), kept.end(), member.database_body) - kept.begin();
    }
  }

  /// Adds the bodies that hold the modes of a member. The rigid mass of each is the least of its
  /// modes; what the others have more is in the coefficients.
  void add_carriers(std::size_t member) {
    const std::size_t hull = find_body(model_, group_.bodies[member].body);
    const auto of = modes_of(model_, model_.bodies[hull]);
    if (!of) return;
    const hydro::GeneralisedModes& filed = modes_in(group_);
    const std::vector<double>& start = model_.bodies[hull].modes->displacement;
    for (std::size_t first = 0; first < of->modes.size(); ++first) {
      const Index place = filed.modes[of->modes[first]].dof / kDofs;
      RigidBody carrier;
      carrier.name = fmt::format("{}.modes{}", group_.bodies[member].body, ++numbers_[member]);
      carrier.carrier_of = group_.bodies[member].body;
      carrier.gravity = false;
      carrier.free = {};
      carrier.rest_pose = Pose();
      std::size_t next = first;
      for (; next < of->modes.size() && filed.modes[of->modes[next]].dof / kDofs == place; ++next) {
        const Index axis = filed.modes[of->modes[next]].dof % kDofs;
        const auto index = static_cast<Index>(of->modes[next]);
        carrier.free[static_cast<std::size_t>(axis)] = true;
        if (!start.empty()) carrier.pose.position[axis] = start[next];
        const double mass = filed.mass(index, index);
        carrier.mass = carrier.mass == 0.0 ? mass : std::min(carrier.mass, mass);
      }
      carrier.inertia = carrier.mass * Matrix3::Identity();  // no rotation is free
      GroupBody added;
      added.body = carrier.name;
      added.database_body = place;
      added.carrier_of = carrier.carrier_of;
      group_.bodies.push_back(std::move(added));
      model_.bodies.push_back(std::move(carrier));
      first = next - 1;
    }
  }

  /// Fills in the matrices of the modes, in the order of the bodies of the group.
  void add_coefficients(std::size_t hulls) {
    const Index size = kDofs * static_cast<Index>(group_.bodies.size());
    mass_ = damping_ = stiffness_ = MatrixXd::Zero(size, size);
    for (std::size_t member = 0; member < hulls; ++member) {
      const RigidBody& body = model_.bodies[find_body(model_, group_.bodies[member].body)];
      const auto of = modes_of(model_, body);
      if (of) add_modes(*of, body);
    }
    ConstantCoefficients& all = group_.of_modes.emplace();
    const auto numbers = [](const MatrixXd& matrix) {
      const RowMajorMatrix rows = matrix;
      return std::vector<double>(rows.data(), rows.data() + rows.size());
    };
    all.added_mass = numbers(mass_);
    all.damping = numbers(damping_);
    all.stiffness = numbers(stiffness_);
  }

  void add_modes(const ModesOfBody& of, const RigidBody& body) {
    const hydro::GeneralisedModes& filed = modes_in(group_);
    const auto rigid = kDofs * static_cast<Index>(of.member);
    for (std::size_t i = 0; i < of.modes.size(); ++i) {
      const auto mode = static_cast<Index>(of.modes[i]);
      const Index row = dof_in_group(mode);
      mass_.row(row).segment<kDofs>(rigid) = filed.rigid_mass.row(mode);
      mass_.col(row).segment<kDofs>(rigid) = filed.rigid_mass.row(mode).transpose();
      stiffness_.row(row).segment<kDofs>(rigid) = filed.rigid_restoring.row(mode);
      stiffness_.col(row).segment<kDofs>(rigid) = filed.rigid_restoring.row(mode).transpose();
      for (const std::size_t of_other : of.modes) {
        const auto other = static_cast<Index>(of_other);
        const Index column = dof_in_group(other);
        mass_(row, column) = filed.mass(mode, other);
        stiffness_(row, column) = filed.stiffness(mode, other) + filed.restoring(mode, other);
      }
      mass_(row, row) -= carrier_mass(row);
      const FlexibleModes& given = *body.modes;
      const double ratio = given.damping_ratio.empty() ? filed.modes[of.modes[i]].damping_ratio
                                                       : given.damping_ratio[i];
      damping_(row, row) =
          2.0 * ratio * std::sqrt(filed.stiffness(mode, mode) * filed.mass(mode, mode));
      if (!given.damping.empty()) damping_(row, row) += given.damping[i];
      if (!given.stiffness.empty()) stiffness_(row, row) += given.stiffness[i];
    }
  }

  /// Adds empty rows and columns for the carriers to a matrix of the hulls, if it has their size.
  void widen(std::size_t hulls, std::vector<double>& numbers) const {
    const Index before = kDofs * static_cast<Index>(hulls);
    const Index size = kDofs * static_cast<Index>(group_.bodies.size());
    if (std::cmp_not_equal(numbers.size(), before * before)) return;
    RowMajorMatrix wider = RowMajorMatrix::Zero(size, size);
    wider.topLeftCorner(before, before) =
        Eigen::Map<const RowMajorMatrix>(numbers.data(), before, before);
    numbers.assign(wider.data(), wider.data() + wider.size());
  }

  /// Dof of a mode in the order of the bodies of the group.
  Index dof_in_group(Index mode) const {
    const Index dof = modes_in(group_).modes[static_cast<std::size_t>(mode)].dof;
    const auto member =
        std::find_if(group_.bodies.begin(), group_.bodies.end(),
                     [&](const GroupBody& body) { return body.database_body == dof / kDofs; });
    return kDofs * (member - group_.bodies.begin()) + dof % kDofs;
  }

  double carrier_mass(Index dof) const {
    const GroupBody& member = group_.bodies[static_cast<std::size_t>(dof / kDofs)];
    return model_.bodies[find_body(model_, member.body)].mass;
  }

  Model& model_;
  HydrodynamicGroup& group_;
  std::map<std::size_t, int> numbers_;  ///< carriers of each member so far
  MatrixXd mass_, damping_, stiffness_;
};

}  // namespace

std::optional<ModesOfBody> modes_of(const Model& model, const RigidBody& body) {
  if (!body.modes) return std::nullopt;
  for (std::size_t g = 0; g < model.hydrodynamics.size(); ++g) {
    const HydrodynamicGroup& group = model.hydrodynamics[g];
    if (group.database == nullptr) continue;
    for (std::size_t member = 0; member < group.bodies.size(); ++member) {
      if (group.bodies[member].body != body.name) continue;
      std::vector<std::size_t> modes =
          filed_modes(*group.database, group.bodies[member].database_body);
      const auto asked = static_cast<std::size_t>(std::max(body.modes->count.value_or(0), 0));
      if (body.modes->count && asked < modes.size()) modes.resize(asked);
      return ModesOfBody{g, member, std::move(modes)};
    }
  }
  return std::nullopt;
}

std::size_t mode_count(const Model& model, const RigidBody& body) {
  const std::optional<ModesOfBody> of = modes_of(model, body);
  return of ? of->modes.size() : 0;
}

bool needs_mode_carriers(const Model& model) {
  return std::any_of(
      model.hydrodynamics.begin(), model.hydrodynamics.end(), [](const HydrodynamicGroup& group) {
        return group.database != nullptr && !group.database->modes.empty() && !has_carriers(group);
      });
}

void add_mode_carriers(Model& model) {
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const HydrodynamicGroup& group = model.hydrodynamics[i];
    if (group.database == nullptr || group.database->modes.empty() || has_carriers(group)) continue;
    CarrierMaker(model, i).make();
  }
}

Model without_mode_carriers(Model model) {
  std::erase_if(model.bodies, [](const RigidBody& body) { return !body.carrier_of.empty(); });
  for (HydrodynamicGroup& group : model.hydrodynamics) {
    if (!has_carriers(group)) continue;
    const Index before = kDofs * static_cast<Index>(group.bodies.size());
    std::erase_if(group.bodies, [](const GroupBody& body) { return !body.carrier_of.empty(); });
    const Index size = kDofs * static_cast<Index>(group.bodies.size());
    group.of_modes.reset();
    if (!group.additional) continue;
    for (auto* numbers : {&group.additional->added_mass, &group.additional->damping,
                          &group.additional->quadratic_damping, &group.additional->stiffness}) {
      if (numbers->empty()) continue;
      const RowMajorMatrix hulls = Eigen::Map<const RowMajorMatrix>(numbers->data(), before, before)
                                       .topLeftCorner(size, size);
      numbers->assign(hulls.data(), hulls.data() + hulls.size());
    }
  }
  return model;
}

std::vector<ModePlace> mode_places(const Model& model, const RigidBody& body) {
  const std::optional<ModesOfBody> of = modes_of(model, body);
  if (!of) return {};
  const HydrodynamicGroup& group = model.hydrodynamics[of->group];
  std::vector<ModePlace> places;
  for (const std::size_t mode : of->modes) {
    const Index dof = modes_in(group).modes[mode].dof;
    const auto member =
        std::find_if(group.bodies.begin(), group.bodies.end(),
                     [&](const GroupBody& one) { return one.database_body == dof / kDofs; });
    if (member == group.bodies.end()) return {};  // a model without carriers
    places.push_back({find_body(model, member->body), dof % kDofs});
  }
  return places;
}

MatrixXd mode_shapes_at(const Model& model, const RigidBody& body, const Vector3& point) {
  const std::optional<ModesOfBody> of = modes_of(model, body);
  if (!of) return MatrixXd::Zero(3, 0);
  const HydrodynamicGroup& group = model.hydrodynamics[of->group];
  const auto place = static_cast<std::size_t>(group.bodies[of->member].database_body);
  const Vector3 at_rest =
      group.database->bodies[place].center_of_gravity + point - body.center_of_mass;
  MatrixXd shapes(3, static_cast<Index>(of->modes.size()));
  for (std::size_t i = 0; i < of->modes.size(); ++i) {
    shapes.col(static_cast<Index>(i)) =
        hydro::mode_displacement(modes_in(group), of->modes[i], at_rest);
  }
  return shapes;
}

HeldFrequencies held_frequencies(const Model& model, const ModesOfBody& of, std::size_t count) {
  const HydrodynamicGroup& group = model.hydrodynamics[of.group];
  const hydro::GeneralisedModes& filed = modes_in(group);
  std::vector<Index> modes, dofs;
  for (std::size_t i = 0; i < std::min(count, of.modes.size()); ++i) {
    modes.push_back(static_cast<Index>(of.modes[i]));
    dofs.push_back(filed.modes[of.modes[i]].dof);
  }
  const std::string& body = group.bodies[of.member].body;
  const FlexibleModes& given = *model.bodies[find_body(model, body)].modes;
  MatrixXd K = filed.stiffness(modes, modes) + filed.restoring(modes, modes);
  MatrixXd C = MatrixXd::Zero(K.rows(), K.cols());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (!given.stiffness.empty()) K(row, row) += given.stiffness[i];
    if (!given.damping.empty()) C(row, row) = given.damping[i];
  }
  MatrixXd M = filed.mass(modes, modes);
  if (group.database->added_mass_infinite) M += (*group.database->added_mass_infinite)(dofs, dofs);
  const MatrixXd mass = 0.5 * (M + M.transpose());
  const auto found = generalized_eigen(0.5 * (K + K.transpose()), mass);
  HeldFrequencies result;
  if (!found) return result;
  if (const auto rates = generalized_eigen(C, mass)) result.decay = rates->values.maxCoeff();
  result.omega = found->values.cwiseMax(0.0).cwiseSqrt();
  const VectorXd scale = M.diagonal().cwiseMax(0.0).cwiseSqrt();
  for (Index i = 0; i < result.omega.size(); ++i) {
    Index largest = 0;
    found->vectors.col(i).cwiseProduct(scale).cwiseAbs().maxCoeff(&largest);
    result.modes.push_back(static_cast<std::size_t>(largest));
  }
  return result;
}

}  // namespace raftup::solver
