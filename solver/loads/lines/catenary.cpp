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
/// Relative to the length: a line counts as slack if its span exceeds that of the slack line by
/// less than this. It is also the least horizontal span that is computed. Forces then change by
/// less than the rounding of the weight.
constexpr double kNoDistance = 1e-12;
/// Relative to the length: the error at which an iteration ends, near rounding, and the largest
/// error that is accepted without bisection.
constexpr double kConverged = 2e-15, kAccepted = 1e-9;
constexpr double kNoTension = 1e-100;  ///< tension H used for a vertical line instead of 0 [N]

/// Integral of T + T^2/2EA over the unstretched length from vertical force 0 to v, with the tension
/// T.
double complementary_energy(const CatenarySegment& segment, double horizontal, double v) {
  const double tension = std::sqrt(horizontal * horizontal + v * v);
  double integral = 0.5 * v * tension;
  if (horizontal > 0.0) {
    const double slope = std::abs(v) / horizontal;
    const double root = std::sqrt(1.0 + slope * slope);
    const double angle =
        std::copysign(logarithm_of_one_plus(slope * (1.0 + slope / (root + 1.0))), v);
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
    elastic_ = elastic_ && std::isfinite(segment.stiffness);
  }
  plumb_strain_ = weight_ / least_stiffness;
  put(0, lanes_);
}

void Catenary::put(std::size_t lane, CatenaryLanes& lanes) const {
  lanes.put(lane, segments_, on_bottom_, friction_);
}

Catenary::Reach Catenary::lane_of(const CatenaryLanes::Reach& reached, std::size_t lane) {
  const auto slope = [lane](const CatenaryLanes::Slope& of) {
    return Slope{of.value[lane], of.by_horizontal[lane], of.by_vertical[lane]};
  };
  return {slope(reached.x), slope(reached.z), reached.tension.value[lane], reached.vertical[lane],
          reached.lying[lane]};
}

Catenary::Reach Catenary::reach(double horizontal, double vertical) const {
  LaneArray H, V;
  H.fill(horizontal);
  V.fill(vertical);
  CatenaryLanes::Reach reached;
  lanes_.reach(H, V, reached);
  return lane_of(reached, 0);
}

std::vector<Catenary::Place> Catenary::places(const Solution& at, int pieces) const {
  std::vector<CatenarySegment> cut;
  for (const CatenarySegment& segment : segments_) {
    cut.insert(cut.end(), static_cast<std::size_t>(pieces), segment);
    for (auto piece = cut.end() - pieces; piece != cut.end(); ++piece) {
      piece->length /= pieces;
      if (piece + 1 != cut.end()) piece->weight_below = 0.0;
    }
  }
  CatenaryLanes lanes;
  lanes.put(0, cut, on_bottom_, friction_);
  LaneArray H, V;
  H.fill(std::max(at.horizontal, kNoTension));
  V.fill(at.vertical);
  std::vector<CatenaryLanes::Reach> ends(cut.size());
  CatenaryLanes::Reach anchor;
  lanes.reach(H, V, anchor, ends.data());
  const auto drawn_by = [&](double vertical) {
    return std::sqrt(at.horizontal * at.horizontal + vertical * vertical);
  };
  std::vector<Place> places{{0.0, Vector2::Zero(), drawn_by(at.vertical)}};
  for (std::size_t i = 0; i < cut.size(); ++i) {
    const Reach to = lane_of(ends[i], 0);
    places.push_back({places.back().length + cut[i].length,
                      {to.x.value, to.z.value},
                      to.lying > 0.0 ? to.tension : drawn_by(to.vertical)});
  }
  return places;
}

double Catenary::plumb_force(double z) const {
  double least = 0.0, most = weight_, force = 0.5 * weight_;
  for (int i = 0; i < kMostIterations && most - least > kNoDistance * weight_; ++i) {
    const Slope reached = reach(kNoTension, force).z;
    const double missing = z - reached.value;
    if (std::abs(missing) <= kConverged * length_) break;
    (missing > 0.0 ? least : most) = force;
    const double next = force + missing / reached.by_vertical;
    force = next > least && next < most ? next : 0.5 * (least + most);
  }
  return force;
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
      const bool between = at > least && at < most;  // false for NaN
      if (!between) return at;
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
  const Reach reached = reach(kNoTension, vertical);
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

void Catenary::require_possible(double x, double z) const {
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
}

bool Catenary::is_drawn_out(double x, double z) const {
  if (!elastic_ && std::sqrt(x * x + z * z) >= length_) return false;
  // A slack line lies on the bottom except for its vertical part, which is stretched by its weight.
  return !on_bottom_ || (z >= 0.0 && x > length_ - z / (1.0 + plumb_strain_));
}

double Catenary::shortest_across() const { return kNoDistance * length_; }

Catenary::Solution Catenary::solve(double x, double z) const {
  require_possible(x, z);
  if (!is_drawn_out(x, z)) {
    const Solution plumb = slack(z);
    if (x <= plumb.length_on_bottom + kNoDistance * length_) return plumb;
  }
  CatenaryLanes::Task task;
  task.wanted[0] = 1.0;
  task.x[0] = std::max(x, shortest_across());
  task.z[0] = z;
  CatenaryLanes::Solved solved;
  lanes_.solve(task, solved);
  return solution(x, z, solved, 0);
}

Catenary::Solution Catenary::solution(double x, double z, const CatenaryLanes::Solved& solved,
                                      std::size_t lane) const {
  const double across = std::max(x, shortest_across());
  double horizontal = solved.horizontal[lane], vertical = solved.vertical[lane];
  Reach reached = lane_of(solved.reached, lane);
  if (!(solved.missing[lane] <= kAccepted * length_)) {
    bisect(across, z, horizontal, vertical, reached);
  }
  Solution solution;
  solution.horizontal = horizontal * (x / across);
  solution.vertical = vertical;
  solution.length_on_bottom = reached.lying;
  solution.anchor_horizontal = reached.lying > 0.0 ? reached.tension : solution.horizontal;
  solution.anchor_vertical = reached.vertical;
  Eigen::Matrix2d flexibility;
  flexibility << reached.x.by_horizontal, reached.x.by_vertical, reached.z.by_horizontal,
      reached.z.by_vertical;
  solution.stiffness = flexibility.inverse();
  return solution;
}

}  // namespace raftup::solver
