#pragma once

#include <memory>
#include <optional>

#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::hydro {

/// What a hull displaces on even keel, and the figures that naval architects derive of it. Heights
/// are measured from the keel, the lowest point of the mesh; x and y from the origin of its frame.
/// L, B are length and breadth of the waterplane, both 0 below the surface, as all that they
/// divide; T is the draught.
/// @source Rawson and Tupper, Basic Ship Theory (2001), chapters 2 to 4
struct HydrostaticFigures {
  double draught = 0.0;                       ///< m, T
  double volume = 0.0;                        ///< m3, V
  double displacement = 0.0;                  ///< kg, rho V
  Vector3 center_of_buoyancy{0, 0, 0};        ///< m: LCB, y, KB
  double waterplane_area = 0.0;               ///< m2, A_W
  double center_of_flotation = 0.0;           ///< m, LCF: x of the centre of the waterplane
  double transverse_radius = 0.0;             ///< m, BM = I_T/V
  double longitudinal_radius = 0.0;           ///< m, BM_L = I_L/V
  double transverse_metacenter = 0.0;         ///< m, KM = KB + BM
  double transverse_height = 0.0;             ///< m, GM = KM - KG
  double longitudinal_height = 0.0;           ///< m, GM_L = KB + BM_L - KG
  double mass_per_immersion = 0.0;            ///< kg/m, rho A_W
  double moment_to_change_trim = 0.0;         ///< kg m/m, rho V GM_L/L
  double length = 0.0, breadth = 0.0;         ///< m
  double after_end = 0.0, forward_end = 0.0;  ///< m, x of the ends of L
  double midship_area = 0.0;                  ///< m2, A_M: of the section in the middle of L
  double block_coefficient = 0.0;             ///< V/(L B T)
  double midship_coefficient = 0.0;           ///< A_M/(B T)
  double prismatic_coefficient = 0.0;         ///< V/(A_M L)
  double waterplane_coefficient = 0.0;        ///< A_W/(L B)
  double wetted_area = 0.0;                   ///< m2
};

/// A hull mesh in still water, for statics alone.
class FloatingHull {
 public:
  /// @param center_of_mass m, frame of the mesh; none: its origin, at the height of the keel
  /// @param density of the water [kg/m3], > 0
  FloatingHull(std::shared_ptr<const HullMesh> mesh, const std::optional<Vector3>& center_of_mass,
               double density);

  double keel() const { return keel_; }  ///< m: z of the lowest point, frame of the mesh
  double top() const { return top_; }    ///< m: z of the highest point
  double density() const { return pressure_.water().density; }
  const Vector3& center() const { return center_; }  ///< m: the centre of mass, frame of the mesh

  /// Force per gravity [kg], moments about the centre of mass [kg m].
  HullPressure& pressure() { return pressure_; }
  std::size_t triangle_count() const { return mesh_->triangles().size(); }

  /// On even keel.
  HullPose at_draught(double draught) const;

  /// @param draught m, > 0
  /// @throws Error(kInvalidArgument) where nothing is displaced; Error(kOutOfRange) where an open
  ///         edge of the mesh is under water
  HydrostaticFigures figures(double draught);

  /// The draught on even keel [m] at which a mass [kg] floats, by bisection and Newton's method.
  /// @throws Error(kInvalidArgument) where the mass sinks the hull; Error(kOutOfRange) as figures()
  double draught_of(double mass);

 private:
  std::shared_ptr<const HullMesh> mesh_;
  double keel_, top_;
  Vector3 center_;
  HullPressure pressure_;
};

}  // namespace raftup::hydro
