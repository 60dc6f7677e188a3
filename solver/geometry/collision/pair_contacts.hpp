/// @file Contact points of pairs of shapes that are each one convex shape, plane, line or surface.
/// All functions append to ContactQuery::points. Normals point in the direction that moves the
/// first shape out of the second.
#pragma once

#include <vector>

#include "solver/geometry/collision/collide.hpp"
#include "solver/geometry/collision/collision_form.hpp"
#include "solver/geometry/collision/surface_hits.hpp"

namespace raftup::solver {

/// The parameters and the result of a contact search for a pair.
struct ContactQuery {
  double margin;                      ///< points with depth > -margin are appended [m]
  std::uint64_t key;                  ///< identifier of the pair of parts
  std::vector<ContactPoint>& points;  ///< receives the points
};

/// Contacts of two convex shapes.
void convex_contacts(const PosedSupport& one, const PosedSupport& two, CollisionMemory* memory,
                     const ContactQuery& query);
/// Contacts of a convex shape with a half space.
void plane_contacts(const PosedSupport& one, const HalfSpace& two, const ContactQuery& query);
/// Contacts of a convex shape with a surface.
/// @param one in the frame of the surface; the points are in this frame, too
void surface_contacts(const PosedSupport& one, const Surface& two, const ContactQuery& query);
/// Contacts of a surface with a half space.
/// @param two in the frame of the surface; the points are in this frame, too
void surface_plane_contacts(const Surface& one, const HalfSpace& two, const ContactQuery& query);
/// Contacts of two surfaces.
/// @param rotation,position of `two` in the frame of `one`; the points are in the frame of `one`
void surface_surface_contacts(const Surface& one, const Surface& two, const Matrix3& rotation,
                              const Vector3& position, const ContactQuery& query);

/// Contact of a line with a convex shape, if the line reaches the shape. The point is P_c, where
/// the infinitely long line first enters the shape; it lies before the start of a line that begins
/// inside. Its normal is that of the surface there, and its depth is (1 - t_c) |way|, the length
/// from the point to the end of the line, with t_c the parameter of P_c. A line that is wholly
/// inside a hull or surface has no point.
void line_convex_contact(const PosedLine& one, const PosedSupport& two, const ContactQuery& query);
/// Contact of a line with a half space, at the point where the line enters it, as in
/// line_convex_contact().
void line_plane_contact(const PosedLine& one, const HalfSpace& two, const ContactQuery& query);
/// Contact of a line with a surface, at the point where the line first enters its solid, as in
/// line_convex_contact().
/// @param one in the frame of the surface
void line_surface_contact(const PosedLine& one, const Surface& two, const ContactQuery& query);
/// Contact of two lines that pass each other within the margin: the point midway between their
/// nearest points [m], with a normal perpendicular to both lines and depth 0. Parallel lines have
/// no contact.
void line_line_contact(const PosedLine& one, const PosedLine& two, const ContactQuery& query);

/// Contacts of a round shape in the bore of a tube with a parallel axis. At both ends of their
/// common length, the point of the rim is appended at which the gap to the wall is least [m].
/// @returns false if the shapes are not arranged in this way, so that nothing was computed
bool peg_contacts(const PosedShape& peg, const PosedShape& tube, const ContactQuery& query);

}  // namespace raftup::solver
