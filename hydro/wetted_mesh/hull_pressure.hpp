#pragma once

#include <memory>
#include <vector>

#include "hydro/sea/wave_stretching.hpp"
#include "hydro/wetted_mesh/hull_waves.hpp"
#include "hydro/wetted_mesh/wetted_surface.hpp"

namespace raftup::hydro {

/// The pose of a hull: the centre about which moments are taken, in the world frame, and the
/// rotation of its axes.
struct HullPose {
  Vector3 center = Vector3::Zero();  ///< m
  Matrix3 rotation = Matrix3::Identity();
};

/// Density, gravity and depth of the water.
struct WaterWeight {
  double density = 0.0;  ///< kg/m3
  double gravity = 0.0;  ///< m/s2
  double depth = 0.0;    ///< m, may be infinite

  double per_volume() const { return density * gravity; }  ///< rho g [N/m3]
};

/// Pressure of the water on the wetted part of a hull's mesh, at any pose: p = -rho g z in still
/// water, p = -rho g z + p_dyn under waves. Wrenches are at the centre in world axes. The same bits
/// on every machine. Not thread-safe: it keeps scratch.
/// @source Froude and Krylov's hypothesis; Faltinsen (1990)
class HullPressure {
 public:
  /// @param center that forces are about, in the frame of the mesh [m]
  HullPressure(std::shared_ptr<const HullMesh> mesh, const Vector3& center,
               const WaterWeight& water);

  /// Largest distance of the mesh from the centre [m].
  double radius() const { return radius_; }

  /// Returns the force and moment of still water on the hull [N, N m].
  /// @throws Error(kOutOfRange) where an open edge of the mesh is under water, with its place
  Vector6 in_still_water(const HullPose& pose);

  /// Force and moment under waves [N, N m, world axes]; the waves must have been computed for the
  /// time and the pose.
  /// @throws Error(kOutOfRange) as in_still_water()
  Vector6 in_waves(const HullPose& pose, const std::vector<HullWaves*>& waves,
                   WaveStretching stretching);

  /// A point of the wetted surface.
  struct WetPoint {
    Vector3 position;  ///< m, world
    double pressure;   ///< Pa
  };
  /// The triangles that are wet in still water, cut at its surface.
  /// @throws Error(kOutOfRange) as in_still_water()
  std::vector<std::array<WetPoint, 3>> wet_triangles(const HullPose& pose);

  /// The displacement of the hull in still water [m3], with its moments.
  /// @throws Error(kOutOfRange) as in_still_water()
  Displacement displacement(const HullPose& pose);

  /// Potential energy of the still water that the hull displaces, -rho g int z dV [J]:
  /// in_still_water() is minus its derivative by the pose.
  double energy(const HullPose& pose);

  /// The displacement [m3] under waves that have been computed for the time and the pose.
  Displacement displacement_in_waves(const HullPose& pose, const std::vector<HullWaves*>& waves);

  /// Force and moment per metre of amplitude [N/m, N] by the pressure of linear waves on the part
  /// of the mesh below still water; the phase refers to the origin of the world.
  Eigen::Matrix<Complex, 6, 1> linear_froude_krylov(const HullPose& pose, double wavenumber,
                                                    double direction);

  const WaterWeight& water() const { return water_; }

 private:
  void place(const HullPose& pose);
  void set_still_water();
  /// Computes heights above waves [m].
  /// @returns that of the centre [m]
  double set_waves(const HullPose& pose, const std::vector<HullWaves*>& waves);
  void check_open_edges() const;
  /// Collects the blocks with points below the surface of waves that are known up to it.
  void gather_blocks_below_surface();
  /// Height [m] at which the pressure of waves is evaluated.
  double stretched(double z, double elevation, WaveStretching stretching) const;
  /// Collects the blocks with points below the surface.
  /// @returns the largest depth [m]
  double gather_wet_blocks(WaveStretching stretching);
  static Vector6 in_world(const HullPose& pose, const Vector6& wrench);

  std::shared_ptr<const HullMesh> mesh_;
  WettedSurface surface_;
  WaterWeight water_;
  double radius_ = 0.0;
  std::array<VertexValues, 3> points_;  ///< from the centre, world axes; z from still water [m]
  VertexValues elevation_, height_, pressure_;  ///< of the last evaluation [m, m, Pa]
  std::vector<std::size_t> wet_blocks_;         ///< scratch, as is what follows
  std::array<VertexValues, 3> wet_points_;
  VertexValues head_;
};

}  // namespace raftup::hydro
