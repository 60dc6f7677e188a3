#pragma once

#include <array>
#include <string>
#include <vector>

#include "hydro/numerics/cubic_spline.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/prescribed_motion.hpp"

namespace raftup::solver {

/// The motion through the rows of a MotionSeries [m, rad], by cubic splines of the coordinates and of
/// the quaternions. Of two rows, that one of q and -q is taken that is nearer to the one before.
class SeriesMotion final : public MotionFunction {
 public:
  /// @param series checked
  /// @param body   its name, for errors
  SeriesMotion(const MotionSeries& series, std::string body);

  MovingFrame at(double time) const override;

 private:
  std::string body_;
  std::vector<CubicSpline> position_, attitude_;  ///< 3; 4: w x y z
};

}  // namespace raftup::solver
