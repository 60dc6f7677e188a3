#pragma once

#include <span>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// What forces have to move.
struct MassProperties {
  double mass = 0.0;                         ///< kg
  Vector3 center_of_mass = Vector3::Zero();  ///< m, in the model frame
  Matrix3 inertia = Matrix3::Zero();         ///< kg m2, about the centre of mass, body axes

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("mass", self.mass);
    field("center_of_mass", self.center_of_mass);
    field("inertia", self.inertia);
  }

  bool operator==(const MassProperties&) const = default;
};

/// Those that a body has.
MassProperties mass_properties(const RigidBody& body);
/// Gives a body others; the model frame stays where it is.
void set_mass_properties(RigidBody& body, const MassProperties& properties);

/// I + m (d^2 1 - d d^T): the inertia about a point that lies d from the centre of mass.
/// @param inertia kg m2, about the centre of mass
/// @param offset  d [m], in the same axes
/// @source Huygens; Steiner
Matrix3 inertia_about(const Matrix3& inertia, double mass, const Vector3& offset);

/// Of one solid, exact (volume_properties()).
/// @throws Error(kInvalidArgument) where volume_properties() does, the density is not positive and
///         finite, or the attitude is no unit quaternion
MassProperties mass_properties(const Shape& shape);

/// Of several solids that are one body. Where they overlap, both count.
/// @throws as above; Error(kInvalidArgument) without a shape
MassProperties mass_properties(std::span<const Shape> shapes);

/// Which of a body's mass properties follow its shapes; the others were given and stay.
struct GeneratedProperties {
  bool mass = true;
  bool inertia = true;
  bool center_of_mass = true;
};

/// Sets what is generated; call it again where a shape has come, gone, moved or changed. The
/// inertia is that of the shapes about the body's centre of mass, wherever that was given to be.
/// The model frame stays where it is.
/// @throws as mass_properties(); the body is then as before
void update_mass_properties(RigidBody& body, std::span<const Shape> shapes,
                            const GeneratedProperties& generated = {});

}  // namespace raftup::solver
