#include "solver/loads/lines/catenary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr int kMostIterations = 100;
constexpr int kMostHalvings = 20;
/// Of the length: a line this much longer than its slack reach counts as slack, and points this
/// close across as standing above each other. Forces change by less than rounding of the weight.
constexpr double kNoDistance = 1e-12;
/// Of the length, what may be left of both equations: all that rounding can tell; so little that
/// only rounding keeps a step of Newton's method from coming closer; no solution.
constexpr double kConverged = 2e-15, kNearlyConverged = 1e-11, kAccepted = 1e-9;
constexpr double kLongestStep = 3.0;  ///< of ln H

/// asinh a - asinh b for a >= b, without loss where they are close or where b is very negative.
double asinh_difference(double a, double b, double difference) {
  if (a + b < 0.0) {
    std::swap(a, b);
    a = -a;
    b = -b;
  }
  const double root_a = std::sqrt(1.0 + a * a), root_b = std::sqrt(1.0 + b * b);
  const double lower = b >= 0.0 ? b + root_b : 1.0 / (root_b - b);
  return logarithm_of_one_plus(difference * (1.0 + (a + b) / (root_a + root_b)) / lower);
}

/// Integral of T + T^2/2EA over the unstretched length from the vertical force 0 to v.
double complementary_energy(const CatenarySegment& segment, double horizontal, double v) {
  const double tension = std::sqrt(horizontal * horizontal + v * v);
  double integral = 0.5 * v * tension;
  if (horizontal > 0.0) {
    const double slope = std::abs(v) / horizontal;
    const double angle = std::copysign(asinh_difference(slope, 0.0, slope), v);
    integral += 0.5 * horizontal * horizontal * angle;
  }
  integral += 0.5 * v * (horizontal * horizontal + v * v / 3.0) / segment.stiffness;
  return integral / segment.weight;
}

}  // namespace

Catenary::Catenary(std::vector<CatenarySegment> segments, bool on_bottom, double friction)
    : segments_(std::move(segments)), on_bottom_(on_bottom), friction_(friction) {
  double least_stiffness = std::numeric_limits<double>::infinity();
  for (const CatenarySegment& segment : segments_) {
    length_ += segment.length;
    weight_ += segment.weight * segment.length + segment.weight_below;
    least_stiffness = std::min(least_stiffness, segment.stiffness);
    softness_ += segment.length / segment.stiffness;
    elastic_ = elastic_ && std::isfinite(segment.stiffness);
  }
  plumb_strain_ = weight_ / least_stiffness;
}

void Catenary::hang(const CatenarySegment& segment, double length, double horizontal, Reach& to) {
  const bool touches = length < segment.length;  // the bottom, by its lower end
  const double w = segment.weight, EA = segment.stiffness;
  const double upper = to.vertical, lower = touches ? 0.0 : upper - w * length;
  const double stretch = length / EA;
  to.vertical = lower;
  to.x.value += horizontal * stretch;
  to.x.by_horizontal += stretch;
  to.x.by_vertical += touches ? horizontal / (w * EA) : 0.0;
  to.z.value += 0.5 * (upper + lower) * stretch;
  to.z.by_vertical += stretch;
  if (horizontal == 0.0) {
    to.z.value += (std::abs(upper) - std::abs(lower)) / w;
    to.z.by_vertical += touches ? 1.0 / w : 0.0;
    return;
  }
  const double a = upper / horizontal, b = lower / horizontal;
  const double root_a = std::sqrt(1.0 + a * a), root_b = std::sqrt(1.0 + b * b);
  const double angle = asinh_difference(a, b, w * length / horizontal) / w;
  const double turn = (a / root_a - b / root_b) / w;
  const double coupling = (1.0 / root_a - 1.0 / root_b) / w;
  to.x.value += horizontal * angle;
  to.x.by_horizontal += angle - turn;
  to.x.by_vertical += touches ? 1.0 / (w * root_a) : coupling;
  to.z.value += length * (a + b) / (root_a + root_b);
  to.z.by_horizontal += coupling;
  to.z.by_vertical += turn;
}

void Catenary::lie(const CatenarySegment& segment, const Slope& length, Reach& to) const {
  const double EA = segment.stiffness, drag = friction_ * segment.weight;
  const double before = to.tension.value, after = before - drag * length.value;
  to.lying += length.value;
  to.x.value += length.value;
  to.x.by_vertical += length.by_vertical;
  if (after > 0.0) {  // all of it is drawn
    to.x.value += 0.5 * (before + after) * length.value / EA;
    to.x.by_horizontal += to.tension.by_horizontal * length.value / EA;
    to.x.by_vertical += (to.tension.by_vertical * length.value + after * length.by_vertical) / EA;
    to.tension = {after, to.tension.by_horizontal,
                  to.tension.by_vertical - drag * length.by_vertical};
  } else if (before > 0.0) {
    const double drawn = before / drag;
    to.x.value += 0.5 * before * drawn / EA;
    to.x.by_horizontal += to.tension.by_horizontal * drawn / EA;
    to.x.by_vertical += to.tension.by_vertical * drawn / EA;
    to.tension = {};
  }
}

void Catenary::pass(const CatenarySegment& segment, double horizontal, bool& lies,
                    Reach& to) const {
  if (lies) {
    lie(segment, {segment.length, 0.0, 0.0}, to);
    return;
  }
  const double hanging = to.vertical / segment.weight;
  lies = on_bottom_ && hanging < segment.length;
  if (lies) {
    hang(segment, hanging, horizontal, to);
    lie(segment, {segment.length - hanging, 0.0, -1.0 / segment.weight}, to);
  } else {
    hang(segment, segment.length, horizontal, to);
    to.vertical -= segment.weight_below;
    if (on_bottom_) to.vertical = std::max(to.vertical, 0.0);
  }
}

Catenary::Reach Catenary::reach(double horizontal, double vertical) const {
  Reach to;
  to.vertical = vertical;
  to.tension = {horizontal, 1.0, 0.0};
  bool lies = false;
  for (const CatenarySegment& segment : segments_) pass(segment, horizontal, lies, to);
  return to;
}

std::vector<Catenary::Place> Catenary::places(const Solution& at, int pieces) const {
  const auto drawn_by = [&](double vertical) {
    return std::sqrt(at.horizontal * at.horizontal + vertical * vertical);
  };
  std::vector<Place> places{{0.0, Vector2::Zero(), drawn_by(at.vertical)}};
  Reach to;
  to.vertical = at.vertical;
  to.tension = {at.horizontal, 1.0, 0.0};
  bool lies = false;
  for (const CatenarySegment& segment : segments_) {
    CatenarySegment piece = segment;
    piece.length /= pieces;
    for (int i = 1; i <= pieces; ++i) {
      piece.weight_below = i == pieces ? segment.weight_below : 0.0;
      pass(piece, at.horizontal, lies, to);
      places.push_back({places.back().length + piece.length,
                        {to.x.value, to.z.value},
                        lies ? to.tension.value : drawn_by(to.vertical)});
    }
  }
  return places;
}

double Catenary::plumb_force(double z) const {
  double least = 0.0, most = weight_, force = 0.5 * weight_;
  for (int i = 0; i < kMostIterations && most - least > kNoDistance * weight_; ++i) {
    const Slope reached = reach(0.0, force).z;
    const double missing = z - reached.value;
    if (std::abs(missing) <= kConverged * length_) break;
    (missing > 0.0 ? least : most) = force;
    const double next = force + missing / reached.by_vertical;
    force = next > least && next < most ? next : 0.5 * (least + most);
  }
  return force;
}

double Catenary::missing(const Reach& reached, double x, double z) {
  return std::max(std::abs(x - reached.x.value), std::abs(z - reached.z.value));
}

void Catenary::iterate(double x, double z, double& horizontal, double& vertical,
                       Reach& reached) const {
  reached = reach(horizontal, vertical);
  double error = missing(reached, x, z);
  for (int i = 0; i < kMostIterations && error > kConverged * length_; ++i) {
    const double H = horizontal;
    const double determinant = H * (reached.x.by_horizontal * reached.z.by_vertical -
                                    reached.x.by_vertical * reached.z.by_horizontal);
    const double dx = x - reached.x.value, dz = z - reached.z.value;
    double turn = (dx * reached.z.by_vertical - dz * reached.x.by_vertical) / determinant;
    double lift = H * (dz * reached.x.by_horizontal - dx * reached.z.by_horizontal) / determinant;
    const double most = std::max(1.0, std::abs(turn) / kLongestStep);
    turn /= most;
    lift /= most;
    if (on_bottom_ && vertical + lift <= 0.0) lift = -0.9 * vertical;
    bool closer = false;
    const int halvings = error > kNearlyConverged * length_ ? kMostHalvings : 1;
    for (int trial = 0; trial < halvings && !closer; ++trial) {
      const double tried = H * raftup::exponential(turn);
      const Reach at = reach(tried, vertical + lift);
      closer = missing(at, x, z) < error;
      if (closer) {
        horizontal = tried;
        vertical += lift;
        reached = at;
        error = missing(reached, x, z);
      }
      turn *= 0.5;
      lift *= 0.5;
    }
    if (!closer) break;
  }
}

void Catenary::bisect(double x, double z, double& horizontal, double& vertical,
                      Reach& reached) const {
  const auto middle = [](double least, double most, const auto& too_small) {
    while (too_small(most)) {
      least = most;
      most *= 2.0;
    }
    while (true) {
      const double at = 0.5 * (least + most);
      if (at <= least || at >= most) return at;
      (too_small(at) ? least : most) = at;
    }
  };
  const double lowest = on_bottom_ ? 0.0 : -weight_ - 2.0 * std::abs(vertical);
  horizontal = middle(0.0, weight_, [&](double H) {
    vertical = middle(lowest, weight_, [&](double V) { return reach(H, V).z.value < z; });
    return reach(H, vertical).x.value < x;
  });
  reached = reach(horizontal, vertical);
}

Catenary::Solution Catenary::slack(double z) const {
  const double vertical = plumb_force(z);
  const Reach reached = reach(0.0, vertical);
  Solution solution;
  solution.vertical = vertical;
  solution.length_on_bottom = reached.lying;
  solution.stiffness(1, 1) = 1.0 / reached.z.by_vertical;
  return solution;
}

double Catenary::energy(const Solution& at, double x, double z) const {
  double complementary = 0.0, vertical = at.vertical;
  const double H = at.horizontal;
  for (const CatenarySegment& segment : segments_) {
    const bool touches = on_bottom_ && vertical < segment.weight * segment.length;
    const double lower = touches ? 0.0 : vertical - segment.weight * segment.length;
    complementary +=
        complementary_energy(segment, H, vertical) - complementary_energy(segment, H, lower);
    const double rest = touches ? segment.length - vertical / segment.weight : 0.0;
    complementary += H * (1.0 + 0.5 * H / segment.stiffness) * rest;
    vertical = touches ? 0.0 : lower - segment.weight_below;
    if (on_bottom_) vertical = std::max(vertical, 0.0);
  }
  return H * x + at.vertical * z - complementary;
}

std::pair<double, double> Catenary::first_guess(double x, double z) const {
  const double distance = std::sqrt(x * x + z * z);
  if (distance > length_) {
    const double tension = (distance - length_) / softness_;
    return {tension * x / distance, tension * z / distance + 0.5 * weight_};
  }
  const double bend = std::sqrt(3.0 * std::max((length_ * length_ - z * z) / (x * x) - 1.0, 1e-3));
  const double vertical = 0.5 * weight_ * (z / (length_ * hyperbolic_tangent(bend)) + 1.0);
  return {0.5 * weight_ / length_ * x / bend,
          on_bottom_ ? std::max(vertical, 1e-3 * weight_) : vertical};
}

Catenary::Solution Catenary::solve(double x, double z) const {
  if (on_bottom_ && z < 0.0) {
    throw Error(ErrorCode::kOutOfRange,
                fmt::format("fairlead lies {} m below the bottom that its line ends on", -z));
  }
  if (!elastic_ && std::sqrt(x * x + z * z) >= length_) {
    throw Error(ErrorCode::kOutOfRange,
                fmt::format("line of {} m without axial_stiffness must be longer than the distance "
                            "of its ends, which is {} m",
                            length_, std::sqrt(x * x + z * z)));
  }
  // No more lies on the bottom than what hangs plumb, stretched, leaves.
  if (on_bottom_ && x <= length_ - z / (1.0 + plumb_strain_)) {
    const Solution plumb = slack(z);
    if (x <= plumb.length_on_bottom + kNoDistance * length_) return plumb;
  }
  const double across = std::max(x, kNoDistance * length_);
  auto [horizontal, vertical] = first_guess(across, z);
  Reach reached;
  iterate(across, z, horizontal, vertical, reached);
  if (!(missing(reached, across, z) <= kAccepted * length_)) {
    bisect(across, z, horizontal, vertical, reached);
  }
  Solution solution;
  solution.horizontal = horizontal * (x / across);
  solution.vertical = vertical;
  solution.length_on_bottom = reached.lying;
  solution.anchor_horizontal = reached.lying > 0.0 ? reached.tension.value : solution.horizontal;
  solution.anchor_vertical = reached.vertical;
  Eigen::Matrix2d flexibility;
  flexibility << reached.x.by_horizontal, reached.x.by_vertical, reached.z.by_horizontal,
      reached.z.by_vertical;
  solution.stiffness = flexibility.inverse();
  return solution;
}

}  // namespace raftup::solver
