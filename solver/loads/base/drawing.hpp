#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// The subject of a drawing, which determines its columns.
enum class DrawingKind { kLine, kWettedMesh, kOpenWater, kFourQuadrants };

/// A column of a drawing.
struct DrawingColumn {
  const char* name;
  const char* unit;
};

/// The columns of each row of a kind.
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

/// A table of numbers from which a load or a hull can be drawn. Each row of
///   kLine           is a point of a line, from the fairlead to the anchor, or from the first end
///   of
///                   a rope or of a winch's line to the last: unstretched length from there [m],
///                   position in the world [m], tension [N];
///   kWettedMesh     is a corner of a triangle, three rows for each triangle: position in the world
///                   [m], pressure of still water [Pa];
///   kOpenWater      has J, K_T, K_Q and the efficiency J K_T/(2 pi K_Q), which is 0 if the
///   propeller
///                   gives no thrust ahead;
///   kFourQuadrants  has beta [deg], C_T and C_Q.
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
