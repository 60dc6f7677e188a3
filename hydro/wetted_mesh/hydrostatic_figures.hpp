#pragma once

#include <memory>
#include <optional>

#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::hydro {

/// The volume that a hull displaces on even keel, and the quantities that naval architects derive
/// from it. Heights are measured from the keel, the lowest point of the mesh; x and y are measured
/// from the origin of the mesh frame. L and B are length and breadth of the waterplane and T is the
/// draft. If the hull is fully submerged, L, B and all quantities that are divided by them are 0.
/// @source Rawson and Tupper, Basic Ship Theory (2001), chapters 2 to 4
struct HydrostaticFigures {
  double draught = 0.0;                 ///< draft T [m]
  double volume = 0.0;                  ///< displaced volume V [m3]
  double displacement = 0.0;            ///< displaced mass rho V [kg]
  Vector3 center_of_buoyancy{0, 0, 0};  ///< center of buoyancy [m]: LCB, y, KB
  double waterplane_area = 0.0;         ///< waterplane area A_W [m2]
  double center_of_flotation = 0.0;     ///< LCF: x of the center of the waterplane [m]
  double transverse_radius = 0.0;       ///< transverse metacentric radius BM = I_T/V [m]
  double longitudinal_radius = 0.0;     ///< longitudinal metacentric radius BM_L = I_L/V [m]
  /// Height of the transverse metacenter KM = KB + BM [m].
  double transverse_metacenter = 0.0;
  double transverse_height = 0.0;  ///< transverse metacentric height GM = KM - KG [m]
  /// Longitudinal metacentric height GM_L = KB + BM_L - KG [m].
  double longitudinal_height = 0.0;
  double mass_per_immersion = 0.0;  ///< mass per draft change rho A_W [kg/m]
  /// Moment per change of trim rho V GM_L/L, over gravity [kg m/m].
  double moment_to_change_trim = 0.0;
  double length = 0.0, breadth = 0.0;         ///< length L and breadth B of the waterplane [m]
  double after_end = 0.0, forward_end = 0.0;  ///< x of both ends of the waterplane [m]
  /// A_M: immersed area of the section at the middle of L [m2].
  double midship_area = 0.0;
  double block_coefficient = 0.0;       ///< block coefficient V/(L B T) [1]
  double midship_coefficient = 0.0;     ///< midship coefficient A_M/(B T) [1]
  double prismatic_coefficient = 0.0;   ///< prismatic coefficient V/(A_M L) [1]
  double waterplane_coefficient = 0.0;  ///< waterplane coefficient A_W/(L B) [1]
  double wetted_area = 0.0;             ///< wetted surface area [m2]
};

/// A hull mesh in still water, for hydrostatic computations without dynamics.
class FloatingHull {
 public:
  /// @param center_of_mass position in the frame of the mesh [m]; if absent, it is above or below
  ///         the origin of the frame at the height of the keel
  /// @param density        density of the water [kg/m3], > 0
  FloatingHull(std::shared_ptr<const HullMesh> mesh, const std::optional<Vector3>& center_of_mass,
               double density);

  /// z of the lowest point of the mesh [m, frame of the mesh].
  double keel() const { return keel_; }
  /// z of the highest point of the mesh [m, frame of the mesh].
  double top() const { return top_; }
  /// Density of the water [kg/m3].
  double density() const { return pressure_.water().density; }
  const Vector3& center() const { return center_; }  ///< center of mass [m, frame of the mesh]

  /// The pressure integration for this hull. Its gravity is 1, so that forces are in kg and moments
  /// about the center of mass are in kg m.
  HullPressure& pressure() { return pressure_; }
  std::size_t triangle_count() const { return mesh_->triangles().size(); }

  /// Returns the pose on even keel at a draft [m].
  HullPose at_draught(double draught) const;

  /// Computes the hydrostatic quantities at a draft.
  /// @param draught draft on even keel [m], > 0
  /// @throws Error(kInvalidArgument) if the hull displaces no water at this draft;
  ///          Error(kOutOfRange) if an open edge of the mesh is under water
  HydrostaticFigures figures(double draught);

  /// Computes the draft on even keel [m] at which the hull floats with a mass [kg], by bisection
  /// and Newton's method.
  /// @throws Error(kInvalidArgument) if the hull sinks with this mass; Error(kOutOfRange) if an
  ///          open edge of the mesh is under water
  double draught_of(double mass);

 private:
  std::shared_ptr<const HullMesh> mesh_;
  double keel_, top_;
  Vector3 center_;
  HullPressure pressure_;
};

}  // namespace raftup::hydro
