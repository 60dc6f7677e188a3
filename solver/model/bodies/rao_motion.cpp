#include "solver/model/bodies/rao_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr double kTurn = 360.0;  ///< deg
/// relative tolerance of a frequency, for the rounding of files
constexpr double kSameFrequency = 1e-9;

std::size_t interval(const std::vector<double>& nodes, double at) {
  const auto after = std::upper_bound(nodes.begin() + 1, nodes.end() - 1, at);
  return static_cast<std::size_t>(after - nodes.begin()) - 1;
}

RaoTable::Motions blend(const RaoTable::Motions& a, const RaoTable::Motions& b, double share) {
  RaoTable::Motions sum{};
  for (std::size_t dof = 0; dof < 6; ++dof) sum[dof] = (1.0 - share) * a[dof] + share * b[dof];
  return sum;
}

RaoTable::Motions mirrored(RaoTable::Motions motions) {
  for (const std::size_t dof : {1U, 3U, 5U}) motions[dof] = -motions[dof];
  return motions;
}

/// The complex motions R [m/m, rad/m] of one entry of the table, which is a frequency and a
/// direction.
RaoTable::Motions motions_of(const DisplacementRao& rao, std::size_t entry) {
  RaoTable::Motions motions{};
  for (std::size_t dof = 0; dof < 6; ++dof) {
    const std::size_t place = 6 * entry + dof;
    const double degrees = rao.phase_deg.empty() ? 0.0 : rao.phase_deg[place];
    const double angle = (rao.phase == RaoPhase::kLag ? -1.0 : 1.0) * kRadiansPerDegree * degrees;
    const bool turns = dof >= 3 && rao.rotation == RaoRotation::kDeg;
    const auto [sine, cosine] = sincos(angle);
    motions[dof] = rao.amplitude[place] * (turns ? kRadiansPerDegree : 1.0) *
                   std::complex<double>(cosine, sine);
  }
  return motions;
}

/// c, f and their derivatives in u = |theta|^2 of the quaternion (c(u), f(u) theta) of a rotation
/// vector theta: c = cos(sqrt(u)/2), f = sin(sqrt(u)/2)/sqrt(u).
struct HalfAngle {
  double c, dc, ddc, f, df, ddf;

  explicit HalfAngle(double u) {
    constexpr double kSmall = 1e-2;  // where the quotients cancel; the next term is below 1e-16
    if (u < kSmall) {
      // f = 1/2 - u/48 + u^2/3840 - u^3/645120 + u^4/185794560 - u^5/81749606400
      f = .5 - u * (1.0 / 48 - u * (1.0 / 3840 - u * (1.0 / 645120 - u / 185794560)));
      df = -1.0 / 48 + u * (2.0 / 3840 - u * (3.0 / 645120 - u * (4.0 / 185794560)));
      ddf = 2.0 / 3840 - u * (6.0 / 645120 - u * (12.0 / 185794560));
      c = 1.0 - u * (1.0 / 8 - u * (1.0 / 384 - u * (1.0 / 46080 - u / 10321920)));
    } else {
      const double angle = std::sqrt(u);
      const auto [sine, cosine] = sincos(0.5 * angle);
      c = cosine;
      f = sine / angle;
      df = (0.5 * c - f) / (2.0 * u);
      ddf = (-0.125 * f - 3.0 * df) / (2.0 * u);
    }
    dc = -0.25 * f;
    ddc = -0.25 * df;
  }
};

Quaternion quaternion(double w, const Vector3& v) { return {w, v.x(), v.y(), v.z()}; }

/// The attitude of the rotation by theta [rad], with its angular velocity and acceleration, from
/// theta and its first two derivatives.
MovingFrame turn_of(const Vector3& theta, const Vector3& rate, const Vector3& second) {
  const HalfAngle half(theta.squaredNorm());
  const double du = 2.0 * theta.dot(rate);
  const double ddu = 2.0 * (rate.squaredNorm() + theta.dot(second));
  const Vector3 v_rate = half.df * du * theta + half.f * rate;
  const Vector3 v_second =
      (half.ddf * du * du + half.df * ddu) * theta + 2.0 * half.df * du * rate + half.f * second;
  return turning(quaternion(half.c, half.f * theta), quaternion(half.dc * du, v_rate),
                 quaternion(half.ddc * du * du + half.dc * ddu, v_second));
}

}  // namespace

RaoTable::RaoTable(const DisplacementRao& rao) : omega_(rao.omega) {
  const std::size_t count = 6 * omega_.size() * rao.direction_deg.size();
  require(count > 0 && rao.amplitude.size() == count &&
              (rao.phase_deg.empty() || rao.phase_deg.size() == count),
          "a table of RAOs must have values for each frequency and direction");
  struct Column {
    double degrees;
    std::size_t source;
    bool mirror;
  };
  std::vector<Column> columns;
  for (std::size_t i = 0; i < rao.direction_deg.size(); ++i) {
    const double turned = rao.directions == RaoDirections::kFrom ? 0.5 * kTurn : 0.0;
    const double degrees = rao.direction_deg[i] + turned;
    columns.push_back({degrees - kTurn * std::floor(degrees / kTurn), i, false});
    const bool inside = i > 0 && i + 1 < rao.direction_deg.size();
    if (!rao.is_half_circle() || !inside) continue;
    const double other = turned - rao.direction_deg[i];
    columns.push_back({other - kTurn * std::floor(other / kTurn), i, true});
  }
  std::sort(columns.begin(), columns.end(),
            [](const Column& a, const Column& b) { return a.degrees < b.degrees; });
  columns.push_back(columns.front());  // a turn later
  columns.back().degrees += kTurn;
  for (const Column& column : columns) directions_.push_back(column.degrees);
  for (std::size_t row = 0; row < omega_.size(); ++row) {
    for (const Column& column : columns) {
      const Motions motions = motions_of(rao, row * rao.direction_deg.size() + column.source);
      entries_.push_back(column.mirror ? mirrored(motions) : motions);
    }
  }
}

RaoTable::Motions RaoTable::in_row(std::size_t row, double degrees) const {
  double within = degrees - kTurn * std::floor((degrees - directions_.front()) / kTurn);
  within = std::clamp(within, directions_.front(), directions_.back());
  const std::size_t i = interval(directions_, within);
  const double share = (within - directions_[i]) / (directions_[i + 1] - directions_[i]);
  return blend(entry(row, i), entry(row, i + 1), share);
}

RaoTable::Motions RaoTable::at(double omega, double direction) const {
  const double degrees = direction / kRadiansPerDegree;
  if (omega > omega_.back() * (1.0 + kSameFrequency)) return {};
  if (omega <= omega_.front()) return in_row(0, degrees);
  if (omega >= omega_.back()) return in_row(omega_.size() - 1, degrees);
  const std::size_t i = interval(omega_, omega);
  const double share = (omega - omega_[i]) / (omega_[i + 1] - omega_[i]);
  return blend(in_row(i, degrees), in_row(i + 1, degrees), share);
}

RaoMotion::RaoMotion(const DisplacementRao& rao, const Pose& primary,
                     const std::optional<hydro::Sea>& sea)
    : primary_{primary.position, primary.attitude.normalized()},
      origin_(rao.origin),
      heading_(heading_of(primary_.attitude.toRotationMatrix())) {
  if (!sea) return;
  ramp_ = sea->ramp_duration();
  fading_ = sea->fading();
  const RaoTable table(rao);
  const Vector3 gauge = primary_.position + primary_.attitude * rao.phase_origin;
  for (std::size_t n = 0; n < sea->components().size(); ++n) {
    const hydro::WaveComponent& wave = sea->components()[n];
    const auto [sine, cosine] = sincos(wave.direction);
    const double k = sea->wavenumbers()[static_cast<Eigen::Index>(n)];
    const double phase = wave.phase - k * (gauge.x() * cosine + gauge.y() * sine);
    const auto [phase_sine, phase_cosine] = sincos(phase);
    const std::complex<double> wave_there =
        wave.amplitude * std::complex<double>(phase_cosine, phase_sine);
    RaoTable::Motions motion = table.at(wave.omega, wave.direction - heading_.angle());
    for (auto& of_dof : motion) of_dof *= wave_there;
    harmonics_.push_back({wave.omega, motion});
  }
}

RaoMotion::Displacement RaoMotion::displacement(double time) const {
  Displacement sum{Vector6::Zero(), Vector6::Zero(), Vector6::Zero()};
  for (const Harmonic& wave : harmonics_) {
    const auto [sine, cosine] = sincos(wave.omega * time);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const auto i = static_cast<Eigen::Index>(dof);
      const double x = wave.motion[dof].real() * cosine - wave.motion[dof].imag() * sine;
      const double y = wave.motion[dof].imag() * cosine + wave.motion[dof].real() * sine;
      sum.value[i] += x;
      sum.rate[i] -= wave.omega * y;
      sum.second[i] -= wave.omega * wave.omega * x;
    }
  }
  if (!fading_.is_always_on()) return faded(sum, fading_.rates(time));
  if (time >= ramp_) return sum;
  // The ramp of the sea, (1 - cos(pi t/T))/2, with its derivatives.
  const double speed = std::numbers::pi / ramp_;
  const auto [sine, cosine] = sincos(speed * std::max(time, 0.0));
  return faded(sum, {0.5 * (1.0 - cosine), 0.5 * speed * sine, 0.5 * speed * speed * cosine});
}

RaoMotion::Displacement RaoMotion::faded(const Displacement& of, const hydro::Fading::Rates& by) {
  return {by.value * of.value, by.rate * of.value + by.value * of.rate,
          by.second * of.value + 2.0 * by.rate * of.rate + by.value * of.second};
}

MovingFrame RaoMotion::at(double time) const {
  const Displacement moved = displacement(time);
  const Vector6 x = heading_.to_world(moved.value), v = heading_.to_world(moved.rate),
                a = heading_.to_world(moved.second);
  MovingFrame frame = turn_of(x.tail<3>(), v.tail<3>(), a.tail<3>());
  frame.attitude = (frame.attitude * primary_.attitude).normalized();
  frame.position = primary_.position + primary_.attitude * origin_ + x.head<3>();
  frame.velocity.head<3>() = v.head<3>();
  frame.acceleration.head<3>() = a.head<3>();
  return frame.at(-origin_);
}

}  // namespace raftup::solver
