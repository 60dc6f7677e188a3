#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::hydro {

/// A number at each vertex of a mesh, in SIMD blocks; values beyond the last vertex have no
/// meaning.
using VertexValues = std::vector<LaneArray>;

/// Returns the value at one vertex.
inline double value_at(const VertexValues& values, std::uint32_t vertex) {
  return values[vertex / kLaneCount][vertex % kLaneCount];
}

/// Volume of the water that a hull displaces below the water surface, and its moments, in world
/// axes. Lengths are measured from the center of the hull.
struct Displacement {
  double volume = 0.0;  ///< displaced volume V [m3]
  /// First moment of the volume, int r dV [m4].
  Vector3 first_moment = Vector3::Zero();
  double waterplane_area = 0.0;  ///< area A of the waterplane [m2]
  /// First moment of the waterplane, int (x, y) dA [m3].
  Vector2 waterplane_first = Vector2::Zero();
  /// Second moment of the waterplane, int (x, y)(x, y)^T dA [m4].
  Eigen::Matrix2d waterplane_second = Eigen::Matrix2d::Zero();

  /// Returns the hydrostatic stiffness about the center, divided by rho g [m2, m3, m4], in world
  /// axes: minus the derivative of force and moment of the hydrostatic pressure by translation and
  /// rotation. It has the rows and columns of heave, roll and pitch, and in its last column the
  /// change of the moment with a rotation about z.
  Matrix6 stiffness() const;
};

/// A mesh that is prepared for integrals of pressure [Pa] over its wet part. A vertex is wet if its
/// height above the water is negative. A triangle that the surface intersects is cut along a
/// straight line, where the height, interpolated linearly between the corners, is 0. The pressure
/// is linear on each triangle, for which the integrals
///   int p dA = A/3 sum p_i,  int p x dA = A/12 sum_ij p_i x_j (1 + delta_ij)
/// are exact; all integrals in still water are therefore exact. The contributions of all triangles
/// about a vertex are combined into one force and one moment per unit of pressure at the vertex, so
/// that a fully wet mesh needs only one pass over its vertices. For triangles that the surface
/// cuts, a correction is added. The results are bit for bit the same on every machine.
/// @source integrals over triangles cut by the surface, exact for polynomials: Strang and Fix, An
///          Analysis of the Finite Element Method (1973)
class WettedSurface {
 public:
  /// A corner of a triangle or of its wet part.
  struct Corner {
    Vector3 arm;              ///< position relative to the center, in the axes of the hull [m]
    double height, pressure;  ///< height above the water [m]; pressure [Pa]
  };

  /// @param center point that forces and moments refer to, in the frame of the mesh [m]
  WettedSurface(const HullMesh& mesh, const Vector3& center);

  /// Positions of the vertices relative to the center, per axis, in the axes of the hull [m].
  const std::array<VertexValues, 3>& arms() const { return arms_; }
  /// Position of one vertex relative to the center, in the axes of the hull [m].
  Vector3 arm(std::uint32_t vertex) const;

  /// Computes force and moment of the pressure about the center, in the axes of the hull [N, N m].
  /// @param height   height of each vertex above the water [m]
  /// @param pressure pressure at each vertex [Pa], also at vertices above the water
  Vector6 wrench(const VertexValues& height, const VertexValues& pressure) const;

  /// Returns the wet triangles, and the wet parts of the triangles that the surface cuts, as
  /// triangles.
  std::vector<std::array<Corner, 3>> wet_triangles(const VertexValues& height,
                                                   const VertexValues& pressure) const;

  /// The wet part of a mesh for integrals over flat pieces.
  struct WetPieces {
    bool all_wet = false, all_dry = false;  ///< true if the surface cuts no triangle
    /// 1 for each triangle that is wet as a whole, 0 for the others; not set if none is cut
    std::vector<std::uint8_t> whole;
    std::vector<std::array<Vector3, 3>> of_cut;  ///< arms [m] of the wet parts of cut triangles
    std::vector<std::uint8_t> wet_vertices;      ///< 1 for each vertex that is wet, else 0
  };
  /// Finds the triangles that are wet as a whole, and the wet parts of those that the surface cuts.
  /// @param height height of each vertex above the water [m]
  /// @param pieces is overwritten; its memory is used again
  void find_wet_pieces(const VertexValues& height, WetPieces& pieces) const;

  /// Computes the displaced volume and its moments.
  /// @param rotation      rotation from the axes of the hull to world axes
  /// @param height        height of each vertex above the water [m]
  /// @param center_height height of the center above the water [m]
  Displacement displacement(const Matrix3& rotation, const VertexValues& height,
                            double center_height) const;

 private:
  /// The wet part of a triangle, as one or two triangles. If the triangle was cut, the side between
  /// the second and the third corner of the last of them lies in the water surface.
  struct WetPart {
    std::array<std::array<Corner, 3>, 2> triangles;
    std::size_t count = 0;
    bool is_cut = false;
    /// Points where the boundary, followed counter-clockwise, leaves the water and enters it again.
    Corner exit{}, entry{};
  };

  Corner corner(std::uint32_t vertex, const VertexValues& height,
                const VertexValues& pressure) const;
  std::array<Corner, 3> corners_of(const MeshTriangle& triangle, const VertexValues& height,
                                   const VertexValues& pressure) const;
  static Corner cut(const Corner& wet, const Corner& dry);
  static WetPart wet_part(const std::array<Corner, 3>& triangle);
  void add_cut(const MeshTriangle& triangle, const VertexValues& height, WetPieces& pieces) const;
  static void add(const std::array<Corner, 3>& triangle, Vector6& wrench);
  Vector6 cut_correction(const MeshTriangle& triangle, const VertexValues& height,
                         const VertexValues& pressure) const;
  std::array<Vector3, 3> arms_of(const MeshTriangle& triangle) const;

  std::size_t vertex_count_;
  std::vector<MeshTriangle> triangles_;
  std::array<VertexValues, 3> arms_;
  /// Force [N] and moment [N m] about the center per unit of pressure [Pa] at each vertex.
  std::array<VertexValues, kDofs> weights_;
};

}  // namespace raftup::hydro
