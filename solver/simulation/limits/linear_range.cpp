#include "solver/simulation/limits/linear_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/steepness.hpp"

namespace raftup::solver {

namespace {

/// Tilt and change of heading beyond which linear theory is left (decision 23). Both are choices,
/// not results of a measurement.
constexpr double kTiltDegrees = 20.0;
constexpr double kTilt = kTiltDegrees * kRadiansPerDegree;  ///< [rad]
/// Sine and tangent of the tilt, as numbers because sine and tangent are no constant expressions.
constexpr double kTiltSine = 0.34202014332566873, kTiltTangent = 0.36397023426620237;
/// Change of heading, a choice like the tilt (decision 23).
constexpr double kTurnDegrees = 15.0, kTurnCosine = 0.9659258262890683;
// The shares below were chosen, not swept (decision 23).
constexpr double kNarrowest = 0.5;  ///< share of the gap at rest
constexpr double kFurthest = 0.25;  ///< share of a wavelength
/// share of the variance that is in waves too short to matter
constexpr double kShortestShare = 0.1;
constexpr double kNever = std::numeric_limits<double>::infinity();

double spread_limit_in(const Model& model) {
  if (!model.sea) return kNever;
  const double k = hydro::wavenumber_of_share(*model.sea, kShortestShare);
  return k > 0.0 ? kFurthest * kTwoPi / k : kNever;
}

/// The lowest and highest height of the center of mass of a body at rest [m], over the nodes of a
/// family of databases over axes.
std::pair<double, double> rest_heights(const HydrodynamicGroup& group, const GroupBody& member) {
  const auto place = static_cast<std::size_t>(member.database_body);
  const double height = group.database->bodies[place].center_of_gravity.z();
  std::pair<double, double> range(height, height);
  if (group.family == nullptr || group.family->axes.empty()) return range;
  for (const auto& node : group.family->nodes) {
    const double at_node = node->bodies[place].center_of_gravity.z();
    range = {std::min(range.first, at_node), std::max(range.second, at_node)};
  }
  return range;
}

}  // namespace

LinearRange::LinearRange(const Model& model) : model_(model) {
  const double spread_limit = spread_limit_in(model);
  for (const HydrodynamicGroup& group : model.hydrodynamics) add_group(group, spread_limit);
}

void LinearRange::add_group(const HydrodynamicGroup& group, double spread_limit) {
  if (!group.has_database()) return;  // whose range nobody knows
  const double weight_density = group.database->water_density * group.database->gravity;
  const std::size_t begin = hulls_.size();
  for (const GroupBody& member : group.bodies) {
    if (!member.carrier_of.empty()) continue;  // they come last
    const auto& data = group.database->bodies[static_cast<std::size_t>(member.database_body)];
    const HullForm form = hull_form(data, weight_density);
    const std::size_t body = find_body(model_, member.body);
    const bool linear = group.hydrostatics_of(member) == HydrostaticsMode::kLinear;
    const bool at_rest = group.excitation_enabled && !group.excitation.at_body_position;
    const SineCosine heading = sincos(group.heading);
    Waterline waterline = waterline_of(data, weight_density, member.mesh.get());
    const double radius = radius_of(waterline);
    const auto [lowest, highest] = rest_heights(group, member);
    hulls_.push_back({body, form, std::move(waterline), radius, lowest, highest, linear, at_rest,
                      limits_.size(), heading.cosine, heading.sine});
    limits_.push_back({Kind::kTurned, body, body, kTurnDegrees * kRadiansPerDegree});
    limits_.push_back({Kind::kRoll, body, body, kTilt});
    limits_.push_back({Kind::kPitch, body, body, kTilt});
    limits_.push_back({Kind::kEmerged, body, body, form.draught});
    limits_.push_back({Kind::kSubmerged, body, body, form.draught});
  }
  if (group.family) return;  // whose databases know the bodies at more places than that at rest
  const auto place = [&](std::size_t hull) -> Vector2 {
    const GroupBody& member = group.bodies[hull - begin];
    const auto& data = group.database->bodies[static_cast<std::size_t>(member.database_body)];
    return data.center_of_gravity.head<2>();
  };
  for (std::size_t first = begin; first < hulls_.size(); ++first) {
    for (std::size_t other = first + 1; other < hulls_.size(); ++other) {
      add_pair(first, other, place(other) - place(first), spread_limit);
    }
  }
}

void LinearRange::add_pair(std::size_t first, std::size_t other, const Vector2& rest_offset,
                           double spread_limit) {
  const Hull &a = hulls_[first], &b = hulls_[other];
  const bool known = !a.waterline.empty() && !b.waterline.empty();
  const double gap = known ? waterline_gap(a.waterline, b.waterline, rest_offset, 1.0, 0.0) : 0.0;
  const double gap_limit = gap > 0.0 ? kNarrowest * gap : -kNever;
  const double slack = gap > 0.0 ? std::min(spread_limit, gap - gap_limit) : spread_limit;
  if (slack == kNever) return;
  pairs_.push_back({first, other, rest_offset, slack, gap_limit, spread_limit, limits_.size()});
  limits_.push_back({Kind::kNarrowed, a.body, b.body, gap_limit});
  limits_.push_back({Kind::kSpread, a.body, b.body, spread_limit});
}

void LinearRange::watch(State& state) {
  for (Hull& hull : hulls_) {
    watch_heading(hull, state);
    if (hull.linear) watch_hull(hull, state);
  }
  for (const Pair& pair : pairs_) watch_pair(pair, state);
}

void LinearRange::watch_heading(Hull& hull, State& state) {
  const Quaternion& q = state.bodies[hull.body].attitude;
  const double forward = 1.0 - 2.0 * (q.y() * q.y() + q.z() * q.z());  // x axis of the body
  const double aside = 2.0 * (q.x() * q.y() + q.w() * q.z());
  const double horizontal = std::sqrt(forward * forward + aside * aside);
  if (horizontal > 0.0) {
    hull.cosine = forward / horizontal;
    hull.sine = aside / horizontal;
  }
  const double cosine = hull.cosine * hull.rest_cosine + hull.sine * hull.rest_sine;
  if (!hull.waves_at_rest || cosine >= kTurnCosine) return;
  const double sine = hull.sine * hull.rest_cosine - hull.cosine * hull.rest_sine;
  note_limit(hull.first_limit, arctangent(sine, cosine), state);
}

void LinearRange::watch_hull(const Hull& hull, State& state) const {
  const BodyState& body = state.bodies[hull.body];
  const Quaternion& q = body.attitude;
  const double up_x = 2.0 * (q.x() * q.z() - q.w() * q.y());  // its axes, upwards
  const double up_y = 2.0 * (q.y() * q.z() + q.w() * q.x());
  const double up_z = 1.0 - 2.0 * (q.x() * q.x() + q.y() * q.y());
  if (up_z <= 0.0 || std::abs(up_y) > kTiltTangent * up_z) {
    note_limit(hull.first_limit + 1, arctangent(up_y, up_z), state);
  }
  if (std::abs(up_x) > kTiltSine) {
    note_limit(hull.first_limit + 2, arctangent(-up_x, std::sqrt(up_y * up_y + up_z * up_z)),
               state);
  }
  const double z = body.position.z();
  double raised = z - std::clamp(z, hull.lowest_rest, hull.highest_rest);
  if (!hull.form.pierces_surface() || std::abs(raised) <= hull.form.draught) return;
  if (model_.sea) {
    const double time = 1e-9 * static_cast<double>(state.step_index * model_.step_ns);
    raised -= model_.sea->elevation(time, body.position.head<2>());
  }
  if (raised > hull.form.draught) note_limit(hull.first_limit + 3, raised, state);
  if (raised < -hull.form.draught) note_limit(hull.first_limit + 4, -raised, state);
}

void LinearRange::watch_pair(const Pair& pair, State& state) const {
  const Hull &a = hulls_[pair.first], &b = hulls_[pair.other];
  const Vector2 apart = (state.bodies[b.body].position - state.bodies[a.body].position).head<2>();
  const Vector2 offset(a.cosine * apart.x() + a.sine * apart.y(),
                       a.cosine * apart.y() - a.sine * apart.x());
  const double cosine = a.cosine * b.cosine + a.sine * b.sine;
  const double sine = a.cosine * b.sine - a.sine * b.cosine;
  const double moved = (offset - pair.rest_offset).norm();
  // no point of the other's waterline comes further than this towards the first
  const double swing = std::sqrt(std::max(0.0, 2.0 - 2.0 * cosine)) * b.radius;
  if (moved + swing <= pair.slack) return;
  if (moved > pair.spread_limit) note_limit(pair.first_limit + 1, moved, state);
  if (offset.norm() - a.radius - b.radius > pair.gap_limit) return;
  const double gap = waterline_gap(a.waterline, b.waterline, offset, cosine, sine);
  if (gap < pair.gap_limit) note_limit(pair.first_limit, gap, state, Further::kSmaller);
}

DescribedLimit LinearRange::describe(const PassedLimit& passed) const {
  const Limit& limit = limits_[passed.limit];
  const double value = passed.value;
  const bool is_angle =
      limit.kind == Kind::kRoll || limit.kind == Kind::kPitch || limit.kind == Kind::kTurned;
  const std::string worst = is_angle ? fmt::format("{:.3g} deg", passed.worst / kRadiansPerDegree)
                                     : fmt::format("{:.3g} m", passed.worst);
  const std::string& body = model_.bodies[limit.body].name;
  const std::string& other = model_.bodies[limit.other].name;
  const bool first = limit.kind == Kind::kRoll || limit.kind == Kind::kEmerged;
  switch (limit.kind) {
    case Kind::kRoll:
    case Kind::kPitch:
      return {first ? "roll_range" : "pitch_range",
              fmt::format("{} of '{}' should stay within {} deg, the range of linear hydrostatics, "
                          "was {:.3g} deg",
                          first ? "roll" : "pitch", body, kTiltDegrees, value / kRadiansPerDegree),
              "give it a mesh and nonlinear hydrostatics, damping, or milder waves", worst};
    case Kind::kEmerged:
    case Kind::kSubmerged:
      return {first ? "hull_emerged" : "hull_submerged",
              fmt::format("'{}' should stay within its draught, {:.3g} m, of its place in the "
                          "water, the range of linear hydrostatics, was {:.3g} m {} it",
                          body, limit.threshold, value, first ? "above" : "below"),
              "check its mass and where it starts, or give it a mesh and nonlinear hydrostatics",
              worst};
    case Kind::kTurned:
      return {"turned_from_rest",
              fmt::format("'{}' should stay within {} deg of its heading at rest, at which its "
                          "waves are taken, turned by {:.3g} deg",
                          body, kTurnDegrees, value / kRadiansPerDegree),
              "set excitation.low_frequency_cutoff and at_body_position true", worst};
    case Kind::kNarrowed:
      return {"gap_narrowed",
              fmt::format("'{}' and '{}' should keep half of the gap that their database has, "
                          "{:.3g} m, came within {:.3g} m",
                          body, other, limit.threshold, value),
              "hold them apart, or solve a database for where they are", worst};
    case Kind::kSpread:
      break;
  }
  return {"group_spread",
          fmt::format("'{}' and '{}' should stay within {:.3g} m, a quarter of the shortest waves "
                      "that matter, of their relative place in the database, were {:.3g} m from it",
                      body, other, limit.threshold, value),
          "hold them together, or give each a database of its own", worst};
}

}  // namespace raftup::solver
