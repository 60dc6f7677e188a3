#include "solver/model/bodies/path_motion.hpp"

#include <fmt/format.h>

#include <complex>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

namespace {

using Complex = std::complex<double>;

Quaternion turned(double heading) { return exponential(heading * Vector3::UnitZ()); }

/// Headings of the path [rad], or the heading of the body at every time.
std::vector<double> headings_of(const VesselPath& path, double of_body) {
  std::vector<double> headings;
  for (const double degrees : path.heading_deg) headings.push_back(kRadiansPerDegree * degrees);
  if (headings.empty()) headings.assign(path.time.size(), of_body);
  return headings;
}

double heading_at_start(const RigidBody& body) {
  return heading_of(body.pose.attitude.normalized().toRotationMatrix()).angle();
}

}  // namespace

PathMotion::PathMotion(const DisplacementRao& rao, const RigidBody& body,
                       const std::optional<hydro::Sea>& sea)
    : body_(body.name),
      table_(rao),
      origin_(rao.origin),
      phase_origin_(rao.phase_origin),
      height_(body.pose.position.z()),
      tilt_(turned(-heading_at_start(body)) * body.pose.attitude.normalized()),
      x_(rao.vessel_path->time, rao.vessel_path->x),
      y_(rao.vessel_path->time, rao.vessel_path->y),
      heading_(rao.vessel_path->time, headings_of(*rao.vessel_path, heading_at_start(body))) {
  if (!sea) return;
  growth_ = WaveGrowth(*sea);
  for (std::size_t n = 0; n < sea->components().size(); ++n) {
    const hydro::WaveComponent& wave = sea->components()[n];
    const auto [sine, cosine] = sincos(wave.direction);
    const double wavenumber = sea->wavenumbers()[static_cast<Eigen::Index>(n)];
    waves_.push_back({wave, wavenumber, {cosine, sine}});
  }
}

PathMotion::Carrier PathMotion::carrier(double time) const {
  require_known(fmt::format("the path of body '{}'", body_), x_, time);
  const SplineValue x = x_.at(time), y = y_.at(time), heading = heading_.at(time);
  MovingFrame frame;
  frame.position = {x.value, y.value, height_};
  frame.attitude = turned(heading.value);
  frame.velocity << x.rate, y.rate, 0.0, 0.0, 0.0, heading.rate;
  frame.acceleration << x.second, y.second, 0.0, 0.0, 0.0, heading.second;
  return {frame, heading};
}

RaoDisplacement PathMotion::displacement(double time, const Carrier& carrier) const {
  const MovingFrame gauge = carrier.frame.at(tilt_ * phase_origin_);
  RaoDisplacement sum;
  for (const auto& [wave, wavenumber, direction] : waves_) {
    const Vector2 k = wavenumber * direction;
    const double phase = wave.omega * time + wave.phase - k.dot(gauge.position.head<2>());
    const double phase_rate = wave.omega - k.dot(gauge.velocity.head<2>());
    const double phase_second = -k.dot(gauge.acceleration.head<2>());
    const auto [sine, cosine] = sincos(phase);
    const Complex elevation = wave.amplitude * Complex(cosine, sine);
    const double relative = wave.direction - carrier.heading.value;
    const RaoTable::Motions R = table_.at(wave.omega, relative);
    const RaoTable::Motions slope = table_.slope_at(wave.omega, relative);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const auto i = static_cast<Eigen::Index>(dof);
      const Complex turn = -carrier.heading.rate * slope[dof];
      const Complex turn_second = -carrier.heading.second * slope[dof];
      sum.value[i] += (R[dof] * elevation).real();
      sum.rate[i] += ((turn + Complex(0.0, phase_rate) * R[dof]) * elevation).real();
      const Complex factor(-phase_rate * phase_rate, phase_second);
      const Complex both = turn_second + Complex(0.0, 2.0 * phase_rate) * turn + factor * R[dof];
      sum.second[i] += (both * elevation).real();
    }
  }
  return growth_.of(sum, time);
}

MovingFrame PathMotion::at(double time) const {
  const Carrier mean = carrier(time);
  const RaoDisplacement x = displacement(time, mean);
  MovingFrame moved = turning_by(x.value.tail<3>(), x.rate.tail<3>(), x.second.tail<3>());
  moved.attitude = (moved.attitude * tilt_).normalized();
  moved.position = tilt_ * origin_ + x.value.head<3>();
  moved.velocity.head<3>() = x.rate.head<3>();
  moved.acceleration.head<3>() = x.second.head<3>();
  MovingFrame frame = carried_by(mean.frame, moved.at(-origin_));
  frame.attitude.normalize();
  return frame;
}

}  // namespace raftup::solver
