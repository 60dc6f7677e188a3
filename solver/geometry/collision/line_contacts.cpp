#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/geometry/collision/convex_kinds.hpp"
#include "solver/geometry/collision/pair_contacts.hpp"

namespace raftup::solver {

namespace {

constexpr double kParallelLines = 1e-12;  // sine of lines that have no common perpendicular

void add_hit(const PosedLine& line, double t, const Vector3& normal, const ContactQuery& query) {
  query.points.push_back(
      {line.begin + t * line.way, normal, (1.0 - t) * line.way.norm(), query.key});
}

}  // namespace

void line_convex_contact(const PosedLine& one, const PosedSupport& two, const ContactQuery& query) {
  const Matrix3& R = two.rotation;
  LineCrossing crossing;
  if (!two.support->cross(R.transpose() * (one.begin - two.position), R.transpose() * one.way,
                          crossing)) {
    return;
  }
  if (crossing.enter > 1.0 || crossing.leave < 0.0) return;
  const bool inside = crossing.enter < 0.0 && crossing.leave > 1.0;
  if (inside && dynamic_cast<const PolyhedronSupport*>(two.support) != nullptr) return;
  add_hit(one, crossing.enter, R * crossing.normal, query);
}

void line_plane_contact(const PosedLine& one, const HalfSpace& two, const ContactQuery& query) {
  const double rate = two.normal.dot(one.way);
  if (rate >= 0.0) return;  // it never enters
  const double t = -(two.normal.dot(one.begin) + two.offset) / rate;
  if (t <= 1.0) add_hit(one, t, two.normal, query);
}

void line_surface_contact(const PosedLine& one, const Surface& two, const ContactQuery& query) {
  const std::vector<SurfaceHit> hits = surface_hits(one, two, 0.0, 1.0);
  if (hits.empty()) return;
  if (hits.front().entering) return add_hit(one, hits.front().t, hits.front().normal, query);
  // It begins inside: where it came in, further back.
  const Bounds& whole = two.bounds();
  const double reach = (one.begin - whole.center()).norm() + two.size();
  const std::vector<SurfaceHit> behind = surface_hits(one, two, -reach / one.way.norm(), 0.0);
  const auto entry = std::find_if(behind.rbegin(), behind.rend(),
                                  [](const SurfaceHit& hit) { return hit.entering; });
  if (entry != behind.rend()) add_hit(one, entry->t, entry->normal, query);
}

void line_line_contact(const PosedLine& one, const PosedLine& two, const ContactQuery& query) {
  const Vector3 across = one.way.cross(two.way);
  const double square = across.squaredNorm();
  if (!(square > kParallelLines * kParallelLines * one.way.squaredNorm() * two.way.squaredNorm()))
    return;
  const Vector3 apart = two.begin - one.begin;
  const double t = apart.cross(two.way).dot(across) / square;
  const double s = apart.cross(one.way).dot(across) / square;
  if (t < 0.0 || t > 1.0 || s < 0.0 || s > 1.0) return;
  const Vector3 normal = across / std::sqrt(square);
  if (std::abs(normal.dot(apart)) > query.margin) return;
  const Vector3 point = 0.5 * (one.begin + t * one.way + two.begin + s * two.way);
  query.points.push_back(
      {point, normal.dot(apart) > 0.0 ? Vector3(-normal) : normal, 0.0, query.key});
}

}  // namespace raftup::solver
