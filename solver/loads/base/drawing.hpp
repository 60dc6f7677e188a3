#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// What a drawing shows. The kind determines the columns of the drawing.
enum class DrawingKind { kLine, kWettedMesh, kOpenWater, kFourQuadrants };

/// A column of a drawing.
struct DrawingColumn {
  const char* name;
  const char* unit;
};

/// Returns the columns of each row of a drawing of this kind.
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

/// A table of numbers from which a load or a hull can be drawn. The meaning of a row depends on the
/// kind:
/// - kLine: a point of a line. Its columns are the unstretched length from the first end of the
///   line to the point [m], the position of the point [m, world frame], and the tension [N]. The
///   first end is the fairlead of a mooring line, or the first end of a rope or of a winch's line.
/// - kWettedMesh: a corner of a triangle; three rows form a triangle. Its columns are the position
///   [m, world frame] and the pressure of still water [Pa].
/// - kOpenWater: a point of a propeller's open-water diagram. Its columns are J, K_T, K_Q and the
///   efficiency J K_T/(2 pi K_Q), which is 0 if the propeller produces no thrust ahead.
/// - kFourQuadrants: a point of a propeller's four-quadrant diagram. Its columns are beta [deg],
///   C_T and C_Q.
struct Drawing {
  DrawingKind kind;
  /// Name of the load, of one of its lines, or of the body whose hull is drawn.
  std::string subject;
  std::vector<double> values;  ///< numbers of all rows, one row after another

  Drawing(DrawingKind of_kind, std::string of) : kind(of_kind), subject(std::move(of)) {}

  void add_row(std::initializer_list<double> row) { values.insert(values.end(), row); }
  /// Adds a row of a line (kLine): unstretched length from the first end [m], position [m, world
  /// frame] and tension [N].
  void add_place(double length, const Vector3& at, double tension) {
    add_row({length, at.x(), at.y(), at.z(), tension});
  }
};

}  // namespace raftup::solver
