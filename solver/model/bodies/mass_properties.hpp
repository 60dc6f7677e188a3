#pragma once

#include <span>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Mass, center of mass and inertia of a body [kg, m, kg m2].
struct MassProperties {
  double mass = 0.0;                         ///< kg
  Vector3 center_of_mass = Vector3::Zero();  ///< m, in the model frame
  Matrix3 inertia = Matrix3::Zero();         ///< kg m2, about the center of mass, body axes

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("mass", self.mass);
    field("center_of_mass", self.center_of_mass);
    field("inertia", self.inertia);
  }

  bool operator==(const MassProperties&) const = default;
};

/// The mass properties in the description of a body [kg, m, kg m2].
MassProperties mass_properties(const RigidBody& body);
/// Sets the mass properties of a body. The model frame of the body does not move.
void set_mass_properties(RigidBody& body, const MassProperties& properties);

/// Inertia I + m (d^2 1 - d d^T) about a point at the distance vector d from the center of mass [kg
/// m2] (parallel axis theorem).
/// @param inertia I [kg m2], about the center of mass
/// @param mass    m [kg]
/// @param offset  d [m], in the axes of the inertia
/// @source Huygens; Steiner
Matrix3 inertia_about(const Matrix3& inertia, double mass, const Vector3& offset);

/// Mass properties of one homogeneous solid [kg, m, kg m2, model frame], computed exactly from its
/// volume_properties() and its density.
/// @throws Error(kInvalidArgument) if volume_properties() throws, if the density is not positive
///         and finite, or if the attitude is no unit quaternion
MassProperties mass_properties(const Shape& shape);

/// Mass properties of several solids that form one body [kg, m, kg m2, model frame]. A volume in
/// which solids overlap counts once for each of them.
/// @throws Error(kInvalidArgument) if there is no shape, or if mass_properties() of one of the
///         shapes throws
MassProperties mass_properties(std::span<const Shape> shapes);

/// Selects the mass properties of a body [kg, m, kg m2] that update_mass_properties() computes from
/// its shapes. Properties with the value false keep the values that the user gave.
struct GeneratedProperties {
  bool mass = true;
  bool inertia = true;
  bool center_of_mass = true;
};

/// Computes the selected mass properties of a body from its shapes. It must be called again after a
/// shape is added, removed, moved or changed. The inertia is that of the shapes about the center of
/// mass of the body, even if that center was given. The model frame of the body does not move.
/// @throws Error(kInvalidArgument) if mass_properties() of the shapes throws; the body is then
///         unchanged
void update_mass_properties(RigidBody& body, std::span<const Shape> shapes,
                            const GeneratedProperties& generated = {});

}  // namespace raftup::solver
