#include "solver/water/groups/axis_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

/// Distance from the nodes that counts as rounding, in the unit of an axis.
constexpr double kRounding = hydro::kSamePlace;

}  // namespace

AxisConfiguration::AxisConfiguration(const Model& model, const HydrodynamicGroup& group)
    : family_(group.family),
      group_(group.name),
      options_(group.configurations->axes),
      carrier_(find_body(model, group.bodies[members_in_database_order(group).front()].body)) {
  for (std::size_t i = 0; i < options_.size(); ++i) {
    readings_.emplace_back(model, group, i);
    given_.push_back(options_[i].filter || !readings_[i].is_of_poses());
  }
}

bool AxisConfiguration::has_given_axes() const {
  return std::find(given_.begin(), given_.end(), true) != given_.end();
}

hydro::Configuration AxisConfiguration::at(const Kinematics& bodies) const {
  hydro::Configuration q = hydro::Configuration::Zero();
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    q[axis] = given_[i] ? bodies[carrier_].axes[axis] : readings_[i].value(bodies, 0.0);
  }
  return q;
}

Vector3 AxisConfiguration::given_rate(const Kinematics& bodies) const {
  Vector3 rate = Vector3::Zero();
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    if (given_[i]) rate[axis] = bodies[carrier_].axis_rates[axis];
  }
  return rate;
}

Vector3 AxisConfiguration::rate(const Kinematics& bodies) const {
  Vector3 rate = given_rate(bodies);
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    if (!given_[i]) rate[static_cast<Eigen::Index>(i)] = readings_[i].rate(bodies);
  }
  return rate;
}

void AxisConfiguration::require_inside(const hydro::Configuration& q) const {
  const Vector3 outside = family_->grid.outside(q);
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    if (!std::isfinite(q[axis])) {
      throw Error(ErrorCode::kInternal,
                  fmt::format("axis {} of hydrodynamics '{}' must be known, got {}", i + 1, group_,
                              q[axis]));
    }
    const double unit = hydro::is_angle(readings_[i].quantity()) ? kRadiansPerDegree : 1.0;
    if (std::abs(outside[axis]) <= unit * options_[i].margin + kRounding) continue;
    throw Error(ErrorCode::kOutOfRange,
                fmt::format("axis {} ({}) of hydrodynamics '{}' must stay within {:g} of the nodes "
                            "of its family, got {:.6g}, {:.4g} outside",
                            i + 1, hydro::name_of(readings_[i].quantity()), group_,
                            options_[i].margin, q[axis] / unit, outside[axis] / unit));
  }
}

hydro::NodeWeights AxisConfiguration::weights(const Kinematics& bodies) const {
  const hydro::Configuration q = at(bodies);
  require_inside(q);
  return hydro::merged(family_->grid.weights(q), family_->same_as);
}

void AxisConfiguration::add_force(const Kinematics& bodies, const Vector3& f,
                                  BodyVectors& result) const {
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    if (!given_[i]) readings_[i].add_force(bodies, f[static_cast<Eigen::Index>(i)], result);
  }
}

}  // namespace raftup::solver
