#include <algorithm>
#include <cmath>

#include "solver/geometry/collision/manifold.hpp"
#include "solver/geometry/collision/pair_contacts.hpp"

namespace raftup::solver {

namespace {

constexpr double kCoaxial = 1e-9;     // sine of axes that are parallel
constexpr double kConcentric = 1e-9;  // of the bore: an axis nearer to the middle has no side

}  // namespace

bool peg_contacts(const PosedShape& peg, const PosedShape& tube, const ContactQuery& query) {
  const ConvexSupport* core = peg.shape->form().convex();
  const auto profile = core == nullptr ? std::nullopt : core->profile();
  if (!profile) return false;
  const TubeWall& wall = *std::get<Compound>(tube.shape->form().kind()).tube;
  const Vector3 axis = tube.rotation.col(2);
  const Vector3 own_axis = peg.rotation.col(2);
  const bool ball = profile->high == profile->low;
  if (!ball && axis.cross(own_axis).norm() > kCoaxial) return false;
  const Vector3 between = peg.position - tube.position;
  const double along = axis.dot(between);
  const Vector3 across = between - along * axis;
  const double off = across.norm();
  if (off >= wall.inner_radius) return false;
  // Their common stretch, in the peg's z.
  const double turn = axis.dot(own_axis) < 0.0 ? -1.0 : 1.0;
  const double low = std::max(profile->low, -wall.half - turn * along);
  const double high = std::min(profile->high, wall.half - turn * along);
  if (low > high) return false;
  const double largest = std::max(profile->radius_at(low), profile->radius_at(high));
  if (off + largest > wall.outer_radius) return false;
  if (off <= kConcentric * wall.inner_radius) return largest <= wall.inner_radius;
  const Vector3 side = across / off;
  for (std::size_t end = 0; end < (low == high ? 1U : 2U); ++end) {
    const double z = end == 0 ? low : high;
    const double radius = profile->radius_at(z);
    const double depth = off + radius - wall.inner_radius;
    if (depth <= -query.margin) continue;
    const Vector3 center = peg.position + z * own_axis;
    const std::uint64_t key = combined_key(query.key, end);
    query.points.push_back({center + (radius - 0.5 * depth) * side, -side, depth, key});
  }
  return true;
}

}  // namespace raftup::solver
