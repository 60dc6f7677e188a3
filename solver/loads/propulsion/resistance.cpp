#include "solver/model/loads/resistance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "solver/loads/flow/flow_force.hpp"
#include "solver/loads/propulsion/hull_motion.hpp"

namespace raftup::solver {

namespace {

/// The resistance R(u) [N] and its derivative [N s/m].
class ResistanceCurve {
 public:
  /// @param load description that has been checked
  explicit ResistanceCurve(const Resistance& load) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < load.speed.size(); ++i) {
      points.emplace_back(load.speed[i], load.force[i]);
    }
    const auto at_rest = std::pair(0.0, 0.0);
    if (std::find(points.begin(), points.end(), at_rest) == points.end()) points.push_back(at_rest);
    if (load.speed.front() >= 0.0) {
      const std::size_t ahead = points.size();
      for (std::size_t i = 0; i < ahead; ++i) {
        if (points[i].first > 0.0) points.emplace_back(-points[i].first, -points[i].second);
      }
    }
    std::sort(points.begin(), points.end());
    for (const auto& [u, R] : points) {
      speeds_.push_back(u);
      forces_.push_back(R);
    }
  }

  double force(double u) const {
    if (const auto end = beyond(u)) return forces_[*end] * u * u / (speeds_[*end] * speeds_[*end]);
    const std::size_t i = segment(u);
    return forces_[i] + slope(u) * (u - speeds_[i]);
  }

  double slope(double u) const {
    if (const auto end = beyond(u))
      return 2.0 * forces_[*end] * u / (speeds_[*end] * speeds_[*end]);
    const std::size_t i = segment(u);
    return (forces_[i + 1] - forces_[i]) / (speeds_[i + 1] - speeds_[i]);
  }

 private:
  /// Returns the end point of the table that u exceeds. A table that ends at u = 0 has no such end;
  /// its line next to u = 0 is extended.
  std::optional<std::size_t> beyond(double u) const {
    if (u > speeds_.back() && speeds_.back() > 0.0) return speeds_.size() - 1;
    if (u < speeds_.front() && speeds_.front() < 0.0) return 0;
    return std::nullopt;
  }
  std::size_t segment(double u) const {
    const auto after = std::upper_bound(speeds_.begin() + 1, speeds_.end() - 1, u);
    return static_cast<std::size_t>(after - speeds_.begin()) - 1;
  }

  std::vector<double> speeds_, forces_;
};

class ResistanceElement final : public ForceElement {
 public:
  ResistanceElement(const Resistance& load, const LoadSite& site)
      : curve_(load),
        point_(load.body, load.point.value_or(center_of(load.body, site.model)), site.model),
        current_(current_at(point_, site)) {}

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    add_heading_wrench({-curve_.force(speed(conditions, bodies)), 0.0, 0.0}, Vector3::Zero(),
                       point_, bodies, forces.total);
  }

  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    const std::size_t body = *point_.body();
    const Vector3 ahead = bodies[body].heading.rotation().col(0);
    Vector6 row;  // direction of the force along the bow, with its moment
    row << ahead, point_.arm(bodies).cross(ahead);
    jacobian.add(body, body, Matrix6::Zero(),
                 curve_.slope(speed(conditions, bodies)) * row * row.transpose());
  }

  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    outputs[0] = speed(conditions, bodies);
    outputs[1] = curve_.force(outputs[0]);
  }

 private:
  static Vector3 center_of(const std::string& body, const Model& model) {
    return model.bodies[find_body(model, body)].center_of_mass;
  }
  double speed(const StageConditions& conditions, const Kinematics& bodies) const {
    return HullMotion(current_.at(conditions.at.time), point_, bodies).u;
  }

  ResistanceCurve curve_;
  Attachment point_;
  FadedCurrent current_;
};

}  // namespace

void Resistance::check(const Model& /*model*/, const std::string& path,
                       Violations& violations) const {
  const bool moves = std::any_of(speed.begin(), speed.end(), [](double u) { return u != 0.0; });
  violations.require(moves, path + ".speed", "must have at least one besides 0",
                     fmt::format("{}", speed.size()));
  violations.require(force.size() == speed.size(), path + ".force",
                     fmt::format("must have one value for each of {} speeds", speed.size()),
                     fmt::format("{}", force.size()));
  for (std::size_t i = 1; i < speed.size(); ++i) {
    violations.require(!(speed[i] <= speed[i - 1]), fmt::format("{}.speed[{}]", path, i),
                       "must ascend strictly", fmt::format("{} after {}", speed[i], speed[i - 1]));
  }
  for (std::size_t i = 0; i < std::min(speed.size(), force.size()); ++i) {
    const bool resists = speed[i] == 0.0 ? force[i] == 0.0 : speed[i] * force[i] >= 0.0;
    violations.require(resists, fmt::format("{}.force[{}]", path, i),
                       "must have the sign of its speed, which it is against, and be 0 at 0",
                       fmt::format("{} N at {} m/s", force[i], speed[i]));
  }
}

std::unique_ptr<ForceElement> make_element(const Resistance& load, const LoadSite& site) {
  return std::make_unique<ResistanceElement>(load, site);
}

}  // namespace raftup::solver
