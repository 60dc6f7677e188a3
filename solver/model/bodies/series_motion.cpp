#include "solver/model/bodies/series_motion.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

namespace {

/// Attitude of a body that is turned by yaw first, then by pitch, then by roll.
Quaternion attitude_of(double roll_deg, double pitch_deg, double yaw_deg) {
  const auto about = [](double degrees, const Vector3& axis) {
    return exponential(kRadiansPerDegree * degrees * axis);
  };
  return about(yaw_deg, Vector3::UnitZ()) * about(pitch_deg, Vector3::UnitY()) *
         about(roll_deg, Vector3::UnitX());
}

Quaternion attitude_in(const double* row, std::size_t width) {
  if (width == 6) return attitude_of(row[3], row[4], row[5]);
  return Quaternion(row[3], row[4], row[5], row[6]).normalized();
}

}  // namespace

SeriesMotion::SeriesMotion(const MotionSeries& series, std::string body) : body_(std::move(body)) {
  const std::size_t count = series.time.size();
  require(count >= 2 && (series.values.size() == 6 * count || series.values.size() == 7 * count),
          "a series of poses must have 6 or 7 values for each of two times or more");
  const std::size_t width = series.values.size() / count;
  std::array<std::vector<double>, 3> positions;
  std::array<std::vector<double>, 4> attitudes;
  Quaternion last = Quaternion::Identity();
  for (std::size_t i = 0; i < count; ++i) {
    const double* row = series.values.data() + i * width;
    for (std::size_t axis = 0; axis < 3; ++axis) positions[axis].push_back(row[axis]);
    Quaternion q = attitude_in(row, width);
    if (i > 0 && q.dot(last) < 0.0) q.coeffs() = -q.coeffs();
    last = q;
    attitudes[0].push_back(q.w());
    attitudes[1].push_back(q.x());
    attitudes[2].push_back(q.y());
    attitudes[3].push_back(q.z());
  }
  for (auto& along : positions) position_.emplace_back(series.time, std::move(along));
  for (auto& along : attitudes) attitude_.emplace_back(series.time, std::move(along));
}

MovingFrame SeriesMotion::at(double time) const {
  require_known(fmt::format("the prescribed motion of body '{}'", body_), position_[0], time);
  std::array<SplineValue, 4> s;
  for (std::size_t i = 0; i < 4; ++i) s[i] = attitude_[i].at(time);
  MovingFrame frame = turning({s[0].value, s[1].value, s[2].value, s[3].value},
                              {s[0].rate, s[1].rate, s[2].rate, s[3].rate},
                              {s[0].second, s[1].second, s[2].second, s[3].second});
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const SplineValue x = position_[static_cast<std::size_t>(axis)].at(time);
    frame.position[axis] = x.value;
    frame.velocity[axis] = x.rate;
    frame.acceleration[axis] = x.second;
  }
  return frame;
}

}  // namespace raftup::solver
