#include "solver/joints/drive_force.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

/// Where a number lies on an axis: between entries `low` and `low + 1`, at `share` of the way.
struct AxisPlace {
  std::size_t low = 0;
  double share = 0.0;
  double width = 1.0;  ///< of the cell
  bool held = false;   ///< at an end that is held, where the table does not change
};

AxisPlace place_on(const std::vector<double>& axis, double at, BeyondAxis beyond,
                   std::string_view name) {
  AxisPlace place;
  if (axis.size() < 2) {
    place.held = true;
    return place;
  }
  const bool outside = at < axis.front() || at > axis.back();
  if (outside && beyond == BeyondAxis::kRefuse) {
    throw Error(ErrorCode::kOutOfRange,
                fmt::format("{} of a table_drive must lie within its table, {} to {}, got {}", name,
                            axis.front(), axis.back(), at));
  }
  const auto above = std::upper_bound(axis.begin() + 1, axis.end() - 1, at);
  place.low = static_cast<std::size_t>(above - axis.begin()) - 1;
  place.width = axis[place.low + 1] - axis[place.low];
  place.share = (at - axis[place.low]) / place.width;
  if (outside && beyond == BeyondAxis::kHold) {
    place.share = std::clamp(place.share, 0.0, 1.0);
    place.held = true;
  }
  return place;
}

DriveForce force_of(const SpringDamper& spring, double x, double speed, double rest,
                    const std::optional<DrivePast>& /*past*/) {
  const double stretch = x - rest;
  const double cubic = spring.cubic_stiffness * stretch * stretch * stretch;
  DriveForce at;
  at.force = -spring.stiffness * stretch - spring.damping * speed - cubic -
             spring.quadratic_damping * std::abs(speed) * speed;
  at.stiffness = spring.stiffness + 3.0 * spring.cubic_stiffness * stretch * stretch;
  at.damping = spring.damping + 2.0 * spring.quadratic_damping * std::abs(speed);
  at.energy = 0.5 * spring.stiffness * stretch * stretch + 0.25 * cubic * stretch;
  at.rate = (spring.stiffness * stretch + cubic) * speed;
  return at;
}

/// The force at the end of `past.elapsed` of a table that stays at `target`, as a share of the way
/// to it; the share is 0 where the rate is limited.
double follow(const TableDrive& table, const DrivePast& past, double target, double& share) {
  share = table.lag > 0.0 ? -exponential_minus_one(-past.elapsed / table.lag) : 1.0;
  const double change = share * (target - past.force);
  const double most = table.rate_limit * past.elapsed;
  if (!(std::abs(change) > most)) return past.force + change;  // also without limit or time
  share = 0.0;
  return past.force + std::copysign(most, change);
}

DriveForce force_of(const TableDrive& table, double x, double speed, double /*command*/,
                    const std::optional<DrivePast>& past) {
  const TableValue at = look_up(table, x, speed);
  double share = 1.0;
  const double force = past && table.has_past() ? follow(table, *past, at.value, share) : at.value;
  if (std::abs(force) > table.force_limit) return {std::copysign(table.force_limit, force)};
  return {force, -share * at.by_position, -share * at.by_velocity};
}

template <typename Other>
DriveForce force_of(const Other& /*drive*/, double /*x*/, double /*speed*/, double /*command*/,
                    const std::optional<DrivePast>& /*past*/) {
  return {};
}

}  // namespace

bool acts_by_force(const JointDrive& drive) {
  return std::holds_alternative<SpringDamper>(drive.kind) ||
         std::holds_alternative<TableDrive>(drive.kind);
}

bool has_past(const JointDrive& drive) {
  const auto* table = std::get_if<TableDrive>(&drive.kind);
  return table != nullptr && table->has_past();
}

DriveForce drive_force(const JointDrive& drive, double x, double speed, double command,
                       const std::optional<DrivePast>& past) {
  return std::visit([&](const auto& kind) { return force_of(kind, x, speed, command, past); },
                    drive.kind);
}

TableValue look_up(const TableDrive& table, double position, double velocity) {
  const AxisPlace row = place_on(table.position, position, table.beyond, "position");
  const AxisPlace column = place_on(table.velocity, velocity, table.beyond, "velocity");
  const std::size_t columns = std::max<std::size_t>(table.velocity.size(), 1);
  const auto entry = [&](std::size_t down, std::size_t along) {
    const std::size_t i = table.position.size() < 2 ? 0 : row.low + down;
    const std::size_t j = table.velocity.size() < 2 ? 0 : column.low + along;
    return table.force[i * columns + j];
  };
  const double near = entry(0, 0) + column.share * (entry(0, 1) - entry(0, 0));
  const double far = entry(1, 0) + column.share * (entry(1, 1) - entry(1, 0));
  const double first = entry(0, 0) + row.share * (entry(1, 0) - entry(0, 0));
  const double last = entry(0, 1) + row.share * (entry(1, 1) - entry(0, 1));
  return {near + row.share * (far - near), row.held ? 0.0 : (far - near) / row.width,
          column.held ? 0.0 : (last - first) / column.width};
}

}  // namespace raftup::solver
