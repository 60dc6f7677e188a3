#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::hydro {

/// A number at each vertex of a mesh, in blocks; values beyond the last vertex have no meaning.
using VertexValues = std::vector<LaneArray>;

inline double value_at(const VertexValues& values, std::uint32_t vertex) {
  return values[vertex / kLaneCount][vertex % kLaneCount];
}

/// Volume and moments of the water that a hull displaces below a surface given by heights, in world
/// axes, with lengths from the centre of the hull.
struct Displacement {
  double volume = 0.0;                                          ///< V [m3]
  Vector3 first_moment = Vector3::Zero();                       ///< int r dV [m4]
  double waterplane_area = 0.0;                                 ///< A [m2]
  Vector2 waterplane_first = Vector2::Zero();                   ///< int (x, y) dA [m3]
  Eigen::Matrix2d waterplane_second = Eigen::Matrix2d::Zero();  ///< int (x, y)(x, y)^T dA [m4]

  /// The hydrostatic stiffness about the centre, -d[force; moment]/d[translation; rotation] of the
  /// hydrostatic pressure, in world axes, divided by rho g [m2, m3, m4]. It has the rows and
  /// columns of heave, roll and pitch, and in the last column the change of the moment with a
  /// rotation about z.
  Matrix6 stiffness() const;
};

/// A mesh prepared for integrals of pressure [Pa] over its wet part [m2]. A vertex is wet
/// where its height above the water is negative; triangles are cut in a straight line where the
/// height, linear between corners, is 0. Pressure is linear on each triangle, for which
///   int p dA = A/3 sum p_i,  int p x dA = A/12 sum_ij p_i x_j (1 + delta_ij)
/// are exact, hence all of still water. Summed over the triangles about a vertex, these make a
/// force and a moment per pressure there, so that a whole wet mesh takes a pass over its vertices;
/// what triangles that the surface cuts have otherwise is added. The same bits on every machine.
/// @source integrals over triangles cut by the surface, exact for polynomials: Strang and Fix, An
///         Analysis of the Finite Element Method (1973)
class WettedSurface {
 public:
  /// A corner of a triangle.
  struct Corner {
    Vector3 arm;              ///< from the centre, in the axes of the hull [m]
    double height, pressure;  ///< above the water [m]; Pa
  };

  /// @param center of forces and moments, in the frame of the mesh [m]
  WettedSurface(const HullMesh& mesh, const Vector3& center);

  /// From the centre to the vertices, per axis, in the axes of the hull [m].
  const std::array<VertexValues, 3>& arms() const { return arms_; }
  Vector3 arm(std::uint32_t vertex) const;

  /// Force and moment about the centre in the axes of the hull [N, N m].
  /// @param height   of the vertices above the water [m]
  /// @param pressure at the vertices [Pa], also at those above the water
  Vector6 wrench(const VertexValues& height, const VertexValues& pressure) const;

  /// The wet parts of the triangles, including the parts of those that the surface cuts.
  std::vector<std::array<Corner, 3>> wet_triangles(const VertexValues& height,
                                                   const VertexValues& pressure) const;

  /// @param rotation      of the hull's axes to world axes
  /// @param center_height of the centre above the water [m]
  Displacement displacement(const Matrix3& rotation, const VertexValues& height,
                            double center_height) const;

 private:
  /// The wet part of a triangle. Its side between the second and the third corner of the first
  /// triangle, or of the second one if there is one, lies in the surface if the triangle was cut.
  struct WetPart {
    std::array<std::array<Corner, 3>, 2> triangles;
    std::size_t count = 0;
    bool is_cut = false;
    Corner exit{}, entry{};  ///< of the boundary from the water and back, counter-clockwise
  };

  Corner corner(std::uint32_t vertex, const VertexValues& height,
                const VertexValues& pressure) const;
  std::array<Corner, 3> corners_of(const MeshTriangle& triangle, const VertexValues& height,
                                   const VertexValues& pressure) const;
  static Corner cut(const Corner& wet, const Corner& dry);
  static WetPart wet_part(const std::array<Corner, 3>& triangle);
  static void add(const std::array<Corner, 3>& triangle, Vector6& wrench);
  Vector6 cut_correction(const MeshTriangle& triangle, const VertexValues& height,
                         const VertexValues& pressure) const;
  std::array<Vector3, 3> arms_of(const MeshTriangle& triangle) const;

  std::size_t vertex_count_;
  std::vector<MeshTriangle> triangles_;
  std::array<VertexValues, 3> arms_;
  /// force [N] and moment [N m] per unit of pressure at a vertex
  std::array<VertexValues, kDofs> weights_;
};

}  // namespace raftup::hydro
