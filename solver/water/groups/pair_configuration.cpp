#include "solver/water/groups/pair_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

RelativePosition position_of_second(const Model& model, const HydrodynamicGroup& group) {
  const std::vector<std::size_t> members = members_in_database_order(group);
  return {find_body(model, group.bodies[members[0]].body),
          find_body(model, group.bodies[members[1]].body)};
}

}  // namespace

PairConfiguration::PairConfiguration(const Model& model, const HydrodynamicGroup& group)
    : family_(group.family),
      options_(group.configurations.value_or(Configurations{})),
      position_(position_of_second(model, group)) {
  const std::vector<std::size_t> members = members_in_database_order(group);
  for (std::size_t i = 0; i < names_.size(); ++i) names_[i] = group.bodies[members[i]].body;
}

void PairConfiguration::refuse(const hydro::Configuration& q, const Vector3& outside) const {
  throw Error(
      ErrorCode::kOutOfRange,
      fmt::format("body '{}' must stay within {:g} m and {:.4g} deg of the configurations of "
                  "its database beside '{}', got {}, ({:.4g}, {:.4g}) m and {:.4g} deg "
                  "outside",
                  names_[1], options_.margin, options_.heading_margin / kRadiansPerDegree,
                  names_[0], hydro::describe(q), outside[0], outside[1],
                  outside[2] / kRadiansPerDegree));
}

hydro::NodeWeights PairConfiguration::weights(const Kinematics& bodies) const {
  const hydro::Configuration q = position_.at(bodies);
  const Vector3 outside = family_->grid.outside(q);
  const double distance = outside.head<2>().norm();
  const double beyond = std::max(0.0, distance - options_.margin);
  const bool fades = options_.outside == OutsideConfigurations::kUncoupled;
  const double share = fades ? std::min(1.0, beyond / options_.fade_distance) : 0.0;
  const bool covered =
      share == 1.0 || ((fades || beyond == 0.0) && std::abs(outside[2]) <= options_.heading_margin);
  if (!covered) refuse(q, outside);
  hydro::NodeWeights weights = family_->grid.weights(q);
  if (share == 0.0) return weights;
  Vector3 slope = Vector3::Zero();  // d(share)/dq
  if (share < 1.0) slope.head<2>() = outside.head<2>() / (distance * options_.fade_distance);
  hydro::fade_coupling(share, slope, weights);
  return weights;
}

}  // namespace raftup::solver
