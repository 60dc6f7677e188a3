/// @file The points of pairs of shapes whose parts are each one convex shape, plane, line or
///         surface. All functions append to `points`; the normals move the first shape out of the
///         second.
#pragma once

#include <vector>

#include "solver/geometry/collision/collide.hpp"
#include "solver/geometry/collision/collision_form.hpp"
#include "solver/geometry/collision/surface_hits.hpp"

namespace raftup::solver {

/// The request for the points of a pair.
struct ContactQuery {
  double margin;                      ///< m: points with depth > -margin are kept
  std::uint64_t key;                  ///< of the parts
  std::vector<ContactPoint>& points;  ///< receives the points
};

void convex_contacts(const PosedSupport& one, const PosedSupport& two, CollisionMemory* memory,
                     const ContactQuery& query);
void plane_contacts(const PosedSupport& one, const HalfSpace& two, const ContactQuery& query);
/// @param one in the frame of the surface; the points are, too
void surface_contacts(const PosedSupport& one, const Surface& two, const ContactQuery& query);
/// @param two in the frame of the surface; the points are, too
void surface_plane_contacts(const Surface& one, const HalfSpace& two, const ContactQuery& query);
/// @param rotation,position of `two` in the frame of `one`; the points are in that of `one`
void surface_surface_contacts(const Surface& one, const Surface& two, const Matrix3& rotation,
                              const Vector3& position, const ContactQuery& query);

/// Lines. The point is P_c, where the whole line first enters the other shape, with the normal of
/// the surface there and the depth (1 - t_c) |way|, if the line reaches the shape. A line wholly
/// inside a hull or surface has no point.
void line_convex_contact(const PosedLine& one, const PosedSupport& two, const ContactQuery& query);
void line_plane_contact(const PosedLine& one, const HalfSpace& two, const ContactQuery& query);
/// @param one in the frame of the surface
void line_surface_contact(const PosedLine& one, const Surface& two, const ContactQuery& query);
/// The point midway between the nearest points of two lines [m], with the normal perpendicular to
/// both and depth 0; none if they are parallel.
void line_line_contact(const PosedLine& one, const PosedLine& two, const ContactQuery& query);

/// A round shape in the bore of a tube with a parallel axis: at either end of their common length,
/// a point of its rim at which the gap to the wall is least [m].
/// @returns false if they are not arranged so
bool peg_contacts(const PosedShape& peg, const PosedShape& tube, const ContactQuery& query);

}  // namespace raftup::solver
