#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// The bottom at one place: its height [m] and its plane.
struct BottomPatch {
  double height = 0.0;                ///< z of the bottom [m, world frame]
  Vector3 normal = Vector3::UnitZ();  ///< unit vector out of the bottom, upwards
};

/// The shape of the bottom as a height over x and y [m].
class Bottom {
 public:
  virtual ~Bottom() = default;
  /// Returns the bottom below or above a point [m, world frame].
  virtual BottomPatch at(double x, double y) const = 0;
};

/// A level or sloped plane.
class PlaneBottom final : public Bottom {
 public:
  /// @param point any point of the plane [m, world frame]
  /// @param normal out of the bottom, upwards, of any length
  /// @throws BrokenRule if the normal does not point upwards
  PlaneBottom(const Vector3& point, const Vector3& normal);
  BottomPatch at(double x, double y) const override;

 private:
  Vector3 point_, normal_;
};

/// Heights at the points of a grid, bilinear between them; beyond the grid as at its edge.
class GridBottom final : public Bottom {
 public:
  /// @param x, y coordinates of the points [m, world frame], strictly increasing, at least two each
  /// @param height z at the points [m, world frame], row by row: y.size() rows of x.size() values
  /// @throws BrokenRule for unsorted coordinates or another number of heights
  GridBottom(std::vector<double> x, std::vector<double> y, std::vector<double> height);
  BottomPatch at(double x, double y) const override;

 private:
  std::vector<double> x_, y_, height_;
};

}  // namespace raftup::solver::rods
