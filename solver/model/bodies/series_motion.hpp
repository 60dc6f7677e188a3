#pragma once

#include <array>
#include <string>
#include <vector>

#include "hydro/numerics/cubic_spline.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/prescribed_motion.hpp"

namespace raftup::solver {

/// The motion through the poses of a MotionSeries [m, rad], by cubic splines of the coordinates and
/// of the components of the quaternions. Because q and -q are the same attitude, the sign of each
/// quaternion is chosen so that it is nearer to the quaternion of the pose before it.
class SeriesMotion final : public MotionFunction {
 public:
  /// @param series a description that has been checked
  /// @param body   name of the body, for error messages
  SeriesMotion(const MotionSeries& series, std::string body);

  MovingFrame at(double time) const override;

 private:
  std::string body_;
  /// splines of the 3 coordinates and of the quaternion components w x y z
  std::vector<CubicSpline> position_, attitude_;
};

}  // namespace raftup::solver
