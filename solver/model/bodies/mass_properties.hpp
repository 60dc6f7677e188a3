#pragma once

#include <span>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Mass, centre of mass and inertia of a body [kg, m, kg m2].
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

/// The mass properties of a body.
MassProperties mass_properties(const RigidBody& body);
/// Sets the mass properties of a body; its model frame stays where it is.
void set_mass_properties(RigidBody& body, const MassProperties& properties);

/// I + m (d^2 1 - d d^T): the inertia about a point that lies d from the centre of mass.
/// @param inertia kg m2, about the centre of mass
/// @param offset  d [m], in the same axes
/// @source Huygens; Steiner
Matrix3 inertia_about(const Matrix3& inertia, double mass, const Vector3& offset);

/// Mass properties of one solid [kg, m, kg m2, model frame], exact (volume_properties()).
/// @throws Error(kInvalidArgument) if volume_properties() throws, if the density is not positive
///         and finite, or if the attitude is no unit quaternion
MassProperties mass_properties(const Shape& shape);

/// Mass properties of several solids that form one body. Where they overlap, both count.
/// @throws as above; Error(kInvalidArgument) without a shape
MassProperties mass_properties(std::span<const Shape> shapes);

/// Which mass properties of a body follow from its shapes; the others were given and are kept.
struct GeneratedProperties {
  bool mass = true;
  bool inertia = true;
  bool center_of_mass = true;
};

/// Sets the mass properties that follow from the shapes. Must be called again after a shape is
/// added, removed, moved or changed. The inertia is that of the shapes about the body's centre of
/// mass, also if that was given. The model frame stays where it is.
/// @throws as mass_properties(); the body is then unchanged
void update_mass_properties(RigidBody& body, std::span<const Shape> shapes,
                            const GeneratedProperties& generated = {});

}  // namespace raftup::solver
