#pragma once

#include <array>
#include <span>
#include <vector>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "hydro/wetted_mesh/wetted_surface.hpp"

namespace raftup::hydro {

/// The coefficients of drag and lift of a surface [1], see HullDrag.
struct HullDragCoefficients {
  double normal = 0.0;      ///< C_n, pressure on faces that meet the flow
  double suction = 0.0;     ///< C_s, suction on faces in the lee
  double tangential = 0.0;  ///< C_t, friction along all faces
  double lift = 0.0;        ///< C_l, lift of faces that meet the flow

  bool any() const { return normal != 0.0 || suction != 0.0 || tangential != 0.0 || lift != 0.0; }
};

/// Drag and lift on the wet triangles of a mesh. With the velocity v of the water past a triangle
/// [m/s], its normal n out of the body, its wet area A [m2] and v_n = v.n, v_t = v - v_n n, the
/// force is [N]
///   rho/2 A (C_n v_n^2 (-n) + C_l |v| |v_n| (-e))  where v_n < 0, with e = n - (n.v) v/|v|^2,
///   rho/2 A C_s v_n^2 n                            where v_n > 0,
///   rho/2 A C_t |v_t| v_t                          on all of them.
/// v is taken at the centroid of the triangle or of its wet part. C_n = 1 and C_s = 0 give a ball
/// the drag coefficient 1/2. Call order: immerse(); then one of the functions that set the water;
/// then force() and damping(). The results are bit for bit the same on every machine. Not
/// thread-safe, since it keeps what is wet and scratch memory.
class HullDrag {
 public:
  /// Velocity of a body: that of the center of the hull [m/s] and the angular velocity [rad/s], in
  /// world axes.
  using Twist = Vector6;
  /// The flat pieces that are wet, as the sums over them take them.
  struct Lanes {
    /// Centroids from the center [m] and unit normals, in the axes of the hull; velocity of the
    /// water [m/s, world axes].
    std::array<const LaneArray*, 3> arm, normal, water;
    const LaneArray* area;  ///< wet area [m2]
    std::size_t blocks;
  };

  /// @param center  point that forces and moments refer to, in the frame of the mesh [m]
  /// @param density density of the water [kg/m3]
  HullDrag(const HullMesh& mesh, const Vector3& center, const HullDragCoefficients& coefficients,
           double density);

  /// Finds what is wet.
  /// @param surface that of the same mesh and center
  /// @param height  height of each vertex of the mesh above the water [m]
  void immerse(const WettedSurface& surface, const VertexValues& height);

  double wet_area() const { return wet_area_; }  ///< area of what is wet [m2]
  double area() const { return area_; }          ///< area of the whole mesh [m2]

  /// Lets all water move with one velocity [m/s, world axes].
  void set_uniform_water(const Vector3& velocity);
  /// Lets the water move with a velocity for each wet piece.
  /// @param velocities computes the velocities [m/s] at points [m], both in world axes: it takes
  ///                   spans of the points and of their velocities
  template <typename Velocities>
  void set_water(const HullPose& pose, const Velocities& velocities);

  /// Computes force and moment about the center [N, N m, world axes].
  Vector6 force(const HullPose& pose, const Twist& twist) const;
  /// Computes minus the derivative of force() with respect to the twist [N s/m, N s, N m s, world
  /// axes]; in general it is not symmetric.
  Matrix6 damping(const HullPose& pose, const Twist& twist) const;

 private:
  /// Flat pieces of the surface, in SIMD blocks; those that are dry have no area.
  struct Pieces {
    /// Centroids from the center [m] and unit normals, in the axes of the hull.
    std::array<std::vector<LaneArray>, 3> arm, normal;
    std::vector<LaneArray> area;                  ///< wet area [m2]
    std::array<std::vector<LaneArray>, 3> water;  ///< velocity of the water [m/s, world axes]
    std::size_t count = 0;

    void resize(std::size_t pieces);
    void set(std::size_t piece, const std::array<Vector3, 3>& corners);
    Vector3 arm_of(std::size_t piece) const;
    void set_water(std::size_t piece, const Vector3& velocity);
  };

  static Lanes lanes_of(const Pieces& pieces);
  /// Calls `visit` with the pieces and the index of each one that is wet.
  template <typename Visit>
  void for_each_wet(const Visit& visit);

  Pieces whole_;                ///< one for each triangle; area of those that are wet as a whole
  Pieces cut_;                  ///< wet parts of triangles that the surface cuts
  std::vector<LaneArray> all_;  ///< areas of all triangles, wet or not [m2]
  HullDragCoefficients coefficients_;
  double half_density_;  ///< rho/2 [kg/m3]
  double area_ = 0.0, wet_area_ = 0.0;
  bool is_whole_ = true;            ///< true while `whole_` has the areas of all triangles
  WettedSurface::WetPieces found_;  ///< scratch memory, as the members below
  std::vector<Vector3> centroids_, water_;
};

template <typename Velocities>
void HullDrag::set_water(const HullPose& pose, const Velocities& velocities) {
  centroids_.clear();
  for_each_wet([&](Pieces& pieces, std::size_t i) {
    centroids_.emplace_back(pose.center + pose.rotation * pieces.arm_of(i));
  });
  water_.resize(centroids_.size());
  velocities(std::span<const Vector3>(centroids_), std::span<Vector3>(water_));
  auto next = water_.begin();
  for_each_wet([&](Pieces& pieces, std::size_t i) { pieces.set_water(i, *next++); });
}

template <typename Visit>
void HullDrag::for_each_wet(const Visit& visit) {
  for (Pieces* pieces : {&whole_, &cut_}) {
    for (std::size_t i = 0; i < pieces->count; ++i) {
      if (pieces->area[i / kLaneCount][i % kLaneCount] != 0.0) visit(*pieces, i);
    }
  }
}

}  // namespace raftup::hydro
