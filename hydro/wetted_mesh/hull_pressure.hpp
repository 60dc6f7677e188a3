#pragma once

#include <memory>
#include <vector>

#include "hydro/sea/wave_stretching.hpp"
#include "hydro/wetted_mesh/hull_waves.hpp"
#include "hydro/wetted_mesh/wetted_surface.hpp"

namespace raftup::hydro {

/// Pose of a hull: the position of its center, about which moments are taken, and the rotation from
/// the axes of the hull to world axes.
struct HullPose {
  Vector3 center = Vector3::Zero();  ///< position of the center [m, world]
  Matrix3 rotation = Matrix3::Identity();
};

/// Density [kg/m3], gravity [m/s2] and depth [m] of the water, which determine its pressure.
struct WaterWeight {
  double density = 0.0;  ///< density of the water [kg/m3]
  double gravity = 0.0;  ///< gravitational acceleration [m/s2]
  double depth = 0.0;    ///< depth of the water [m], may be infinite

  /// Weight of the water per volume, rho g [N/m3].
  double per_volume() const { return density * gravity; }
};

/// Integrates the pressure of the water over the wetted part of a hull mesh, at any pose. The
/// pressure is p = -rho g z in still water and p = -rho g z + p_dyn in waves. Forces and moments
/// refer to the center of the hull and are in world axes. The results are bit for bit the same on
/// every machine. Not thread-safe, since it keeps scratch memory.
/// @source Froude and Krylov's hypothesis; Faltinsen (1990)
class HullPressure {
 public:
  /// @param center point that forces and moments refer to, in the frame of the mesh [m]
  HullPressure(std::shared_ptr<const HullMesh> mesh, const Vector3& center,
               const WaterWeight& water);

  /// Largest distance of a vertex of the mesh from the center [m].
  double radius() const { return radius_; }

  /// Computes the force and moment of still water on the hull [N, N m, world axes].
  /// @throws Error(kOutOfRange) if an open edge of the mesh is under water, with its position
  Vector6 in_still_water(const HullPose& pose);

  /// Computes the force and moment of the water in waves on the hull [N, N m, world axes].
  /// @param waves seas that act together; follow() must have computed each of them for the time and
  ///         the pose
  /// @throws Error(kOutOfRange) if an open edge of the mesh is under water, with its position
  Vector6 in_waves(const HullPose& pose, const std::vector<HullWaves*>& waves,
                   WaveStretching stretching);

  /// A point of the wetted surface [m, world] and the pressure there [Pa].
  struct WetPoint {
    Vector3 position;  ///< position of the point [m, world]
    double pressure;   ///< pressure of the water [Pa]
  };
  /// Returns the triangles that are wet in still water, cut off at the water surface.
  /// @throws Error(kOutOfRange) if an open edge of the mesh is under water, with its position
  std::vector<std::array<WetPoint, 3>> wet_triangles(const HullPose& pose);

  /// Computes the volume that the hull displaces in still water [m3], with its moments.
  /// @throws Error(kOutOfRange) if an open edge of the mesh is under water, with its position
  Displacement displacement(const HullPose& pose);

  /// Computes the potential energy of the still water that the hull displaces, -rho g int z dV [J].
  /// Minus its derivative with respect to the pose is the force and moment of in_still_water().
  double energy(const HullPose& pose);

  /// Computes the volume [m3] that the hull displaces in waves, with its moments.
  /// @param waves seas that act together; follow() must have computed each of them for the time and
  ///         the pose
  Displacement displacement_in_waves(const HullPose& pose, const std::vector<HullWaves*>& waves);

  /// Computes the complex force and moment per meter of wave amplitude [N/m, N] that the pressure
  /// of a linear wave exerts on the part of the mesh below the still water plane. The phase refers
  /// to the world origin.
  /// @param wavenumber wave number [rad/m]
  /// @param direction  direction that the wave travels to [rad]
  Eigen::Matrix<Complex, 6, 1> linear_froude_krylov(const HullPose& pose, double wavenumber,
                                                    double direction);
  /// Computes the same of a wave that travels along a horizontal unit vector.
  Eigen::Matrix<Complex, 6, 1> linear_froude_krylov(const HullPose& pose, double wavenumber,
                                                    const Vector2& along);

  /// Finds what is wet of the mesh in still water, without its pressure; open edges may be wet.
  void immerse(const HullPose& pose);
  /// Finds what is wet of the mesh in waves, without its pressure; open edges may be wet.
  /// @param waves seas that act together, as in in_waves()
  void immerse(const HullPose& pose, const std::vector<HullWaves*>& waves);
  /// Heights of the vertices above the water [m] in the last evaluation of any kind.
  const VertexValues& heights() const { return height_; }
  const WettedSurface& surface() const { return surface_; }

  const WaterWeight& water() const { return water_; }

 private:
  void place(const HullPose& pose);
  void set_still_water();
  /// Computes elevations and heights above the water [m] in waves at all vertices.
  /// @returns the height of the center above the water [m]
  double set_waves(const HullPose& pose, const std::vector<HullWaves*>& waves);
  void check_open_edges() const;
  /// Collects the blocks with points below the surface of waves that are known up to it.
  void gather_blocks_below_surface();
  /// Returns the height [m] at which the dynamic pressure of waves is evaluated for a point at the
  /// height z.
  double stretched(double z, double elevation, WaveStretching stretching) const;
  /// Collects the SIMD blocks of vertices that have points below the surface.
  /// @returns the largest depth of these points [m]
  double gather_wet_blocks(WaveStretching stretching);
  static Vector6 in_world(const HullPose& pose, const Vector6& wrench);

  std::shared_ptr<const HullMesh> mesh_;
  WettedSurface surface_;
  WaterWeight water_;
  double radius_ = 0.0;
  /// Vertices relative to the center in world axes, but z relative to the still water plane [m].
  std::array<VertexValues, 3> points_;
  VertexValues elevation_, height_, pressure_;  ///< values of the last evaluation [m, m, Pa]
  std::vector<std::size_t> wet_blocks_;         ///< scratch memory, as all members below
  std::array<VertexValues, 3> wet_points_;
  VertexValues head_;
};

}  // namespace raftup::hydro
