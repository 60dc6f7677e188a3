#include "solver/water/groups/track_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

TrackConfiguration::TrackConfiguration(const Model& model, const HydrodynamicGroup& group)
    : family_(group.family),
      group_(group.name),
      options_(group.configurations.value_or(Configurations{})) {
  const std::vector<std::size_t> members = members_in_database_order(group);
  const std::size_t first = find_body(model, group.bodies[members.front()].body);
  for (std::size_t i = 1; i < members.size(); ++i) {
    others_.emplace_back(first, find_body(model, group.bodies[members[i]].body));
  }
}

TrackConfiguration::Found TrackConfiguration::find(const Kinematics& bodies) const {
  hydro::RelativePositions q(3, track().other_count());
  for (std::size_t j = 0; j < others_.size(); ++j) {
    q.col(static_cast<Eigen::Index>(j)) = others_[j].at(bodies);
  }
  const double along = track().along(q);
  hydro::Track::Place place = track().place(along);
  const hydro::RelativePositions difference = q - place.position;
  double largest_turn = 0.0;
  for (const double turn : difference.row(hydro::kHeadingCoordinate)) {
    const double wrapped = turn - kTwoPi * nearest_integer(turn * kTurnsPerRadian);
    largest_turn = std::max(largest_turn, std::abs(wrapped));
  }
  const Eigen::Matrix2Xd deviation = difference.topRows<2>();
  return {along, std::move(place), deviation, deviation.norm(), largest_turn};
}

/// With e = q - P(u), d = |e| and the direction t of the track, dd/dq = (e - t (P' . e)) / d.
Eigen::Matrix2Xd TrackConfiguration::distance_gradient(const Found& found) const {
  const Eigen::Matrix2Xd& e = found.deviation;
  if (found.distance == 0.0) return Eigen::Matrix2Xd::Zero(2, e.cols());
  const double turned = found.place.tangent.topRows<2>().cwiseProduct(e).sum();
  return (e - turned * track().direction()) / found.distance;
}

hydro::Configuration TrackConfiguration::at(const Kinematics& bodies) const {
  const Found found = find(bodies);
  return {found.along, found.distance, 0.0};
}

Vector3 TrackConfiguration::rate(const Kinematics& bodies) const {
  Eigen::Matrix2Xd q_rate(2, track().other_count());
  for (std::size_t j = 0; j < others_.size(); ++j) {
    q_rate.col(static_cast<Eigen::Index>(j)) = others_[j].rate(bodies).head<2>();
  }
  return {q_rate.cwiseProduct(track().direction()).sum(),
          q_rate.cwiseProduct(distance_gradient(find(bodies))).sum(), 0.0};
}

hydro::NodeWeights TrackConfiguration::weights(const Kinematics& bodies) const {
  const Found found = find(bodies);
  const double beyond = std::max(0.0, found.distance - options_.margin);
  const bool fades = options_.outside == OutsideConfigurations::kUncoupled;
  const double share = fades ? std::min(1.0, beyond / options_.fade_distance) : 0.0;
  const bool is_beside = fades || beyond == 0.0;
  const bool covered = share == 1.0 || (is_beside && found.largest_turn <= options_.heading_margin);
  if (!covered) {
    throw Error(
        ErrorCode::kOutOfRange,
        fmt::format("hydrodynamics '{}' must keep its bodies within {:g} m and {:.4g} deg of the "
                    "track of its database, got {:.4g} m and {:.4g} deg at {:.6g} m of {:.6g} m "
                    "along it",
                    group_, options_.margin, options_.heading_margin / kRadiansPerDegree,
                    found.distance, found.largest_turn / kRadiansPerDegree, found.along,
                    track().node(node_count() - 1).x()));
  }
  hydro::NodeWeights weights =
      hydro::merged(track().weights({found.along, 0.0, 0.0}), family_->same_as);
  if (share == 0.0) return weights;
  const double slope = share < 1.0 ? 1.0 / options_.fade_distance : 0.0;
  hydro::fade_coupling(share, {0.0, slope, 0.0}, weights);
  return weights;
}

void TrackConfiguration::add_force(const Kinematics& bodies, const Vector3& f,
                                   BodyVectors& result) const {
  Eigen::Matrix2Xd force = f.x() * track().direction();
  if (f.y() != 0.0) force += f.y() * distance_gradient(find(bodies));
  for (std::size_t j = 0; j < others_.size(); ++j) {
    const Vector2 of_body = force.col(static_cast<Eigen::Index>(j));
    others_[j].add_force(bodies, {of_body.x(), of_body.y(), 0.0}, result);
  }
}

}  // namespace raftup::solver
