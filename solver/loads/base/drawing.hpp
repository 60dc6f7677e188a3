#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// What a drawing is of: its columns follow.
enum class DrawingKind { kLine, kWettedMesh, kOpenWater, kFourQuadrants };

/// A number of a drawing.
struct DrawingColumn {
  const char* name;
  const char* unit;
};

/// What a kind has in each row.
inline std::span<const DrawingColumn> columns_of(DrawingKind kind) {
  static constexpr std::array<DrawingColumn, 5> kLine{
      {{"length", "m"}, {"x", "m"}, {"y", "m"}, {"z", "m"}, {"tension", "N"}}};
  static constexpr std::array<DrawingColumn, 4> kMesh{
      {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"pressure", "Pa"}}};
  static constexpr std::array<DrawingColumn, 4> kOpenWater{
      {{"advance_ratio", "1"}, {"thrust", "1"}, {"torque", "1"}, {"efficiency", "1"}}};
  static constexpr std::array<DrawingColumn, 3> kQuadrants{
      {{"angle", "deg"}, {"thrust", "1"}, {"torque", "1"}}};
  switch (kind) {
    case DrawingKind::kLine:
      return kLine;
    case DrawingKind::kWettedMesh:
      return kMesh;
    case DrawingKind::kOpenWater:
      return kOpenWater;
    case DrawingKind::kFourQuadrants:
      break;
  }
  return kQuadrants;
}

/// What a load or a hull is drawn by: a table of numbers. Of
///   kLine           points from the fairlead to the anchor, or from the first end of a winch's
///                   line or of a rope to the last: unstretched length from there, place in the
///                   world, tension;
///   kWettedMesh     corners of triangles, three rows each: place in the world, pressure of still
///                   water;
///   kOpenWater      J, K_T, K_Q and J K_T/(2 pi K_Q), 0 where the propeller does not drive;
///   kFourQuadrants  beta, C_T, C_Q.
struct Drawing {
  DrawingKind kind;
  std::string subject;         ///< the load, a line of it, or the body whose hull it is
  std::vector<double> values;  ///< row by row

  Drawing(DrawingKind of_kind, std::string of) : kind(of_kind), subject(std::move(of)) {}

  void add_row(std::initializer_list<double> row) { values.insert(values.end(), row); }
  /// A row of a line.
  void add_place(double length, const Vector3& at, double tension) {
    add_row({length, at.x(), at.y(), at.z(), tension});
  }
};

}  // namespace raftup::solver
