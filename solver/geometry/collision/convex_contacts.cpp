#include <cmath>

#include "solver/geometry/collision/manifold.hpp"
#include "solver/geometry/collision/pair_contacts.hpp"

namespace raftup::solver {

void convex_contacts(const PosedSupport& one, const PosedSupport& two, CollisionMemory* memory,
                     const ContactQuery& query) {
  const Vector3 remembered = memory == nullptr ? Vector3(Vector3::Zero()) : memory->normal;
  // About shape 2, so that places far from the origin cost no digits.
  PosedSupport near1 = one;
  PosedSupport near2 = two;
  near1.position -= two.position;
  near2.position.setZero();
  const auto separation = separate(near1, near2, query.margin, remembered);
  if (memory != nullptr) memory->normal = separation ? separation->normal : Vector3::Zero();
  if (!separation) return;
  const std::size_t first = query.points.size();
  add_manifold(near1, near2, *separation, query.margin, query.key, query.points);
  for (std::size_t k = first; k < query.points.size(); ++k) {
    query.points[k].position += two.position;
  }
}

void plane_contacts(const PosedSupport& one, const HalfSpace& two, const ContactQuery& query) {
  const Vector3& n = two.normal;
  SupportFeature feature;
  one.feature(-n, feature);
  const std::uint64_t key = combined_key(query.key, feature.key);
  const std::size_t first = query.points.size();
  for (std::size_t k = 0; k < feature.count; ++k) {
    const double depth = one.radius() - two.offset - n.dot(feature.corners[k]);
    if (depth <= -query.margin) continue;
    const Vector3 position = feature.corners[k] + (0.5 * depth - one.radius()) * n;
    query.points.push_back({position, n, depth, combined_key(key, feature.keys[k])});
  }
  reduce_points(query.points, first, kMostPoints);
}

}  // namespace raftup::solver
