#include "solver/model/loads/thruster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/actuator.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/loads/propulsion/hull_motion.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

namespace {

class ThrusterElement final : public ForceElement {
 public:
  ThrusterElement(const Thruster& load, const LoadSite& site)
      : load_(load),
        point_(load.body, load.point, site.model),
        current_(current_at(point_, site)),
        drive_{load.least_thrust(), load.max_thrust, load.thrust_rate, load.lag},
        thrust_(site, Thruster::kCommands[0].name, load.own_command(Thruster::kCommands[0].name)),
        azimuth_(site, Thruster::kCommands[1].name, load.own_command(Thruster::kCommands[1].name)),
        place_(site.place) {
    if (load.azimuth_rate) turning_.rate = *load.azimuth_rate;
  }

  void initialize(const Kinematics& /*bodies*/, State& state) const override {
    state.loads[place_].values = {load_.thrust, load_.azimuth};
  }
  void finish(const StageConditions& conditions, const Kinematics& /*bodies*/) override {
    const Setting end = setting(conditions);
    at_end_ = {end.thrust, end.azimuth};
  }
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    const Setting now = setting(conditions);
    const double thrust = delivered(conditions, now, bodies);
    const SineCosine way = sincos(now.azimuth);
    const Matrix3 R = bodies[*point_.body()].heading.rotation();
    point_.add_force(R * Vector3(thrust * way.cosine, thrust * way.sine, 0.0), bodies,
                     forces.total);
  }

  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const Setting now = setting(conditions);
    outputs[0] = delivered(conditions, now, bodies);
    outputs[1] = wrapped(now.azimuth);
  }

 private:
  struct Setting {
    double thrust, azimuth;  ///< N, rad
  };

  Setting setting(const StageConditions& conditions) const {
    const std::vector<double>& start = conditions.state.loads[place_].values;
    const double duration = conditions.at.time - conditions.at.step_start;
    Setting now{drive_.follow(start[0], thrust_.value(conditions), duration), start[1]};
    if (!load_.azimuth_rate) return now;
    const double told = azimuth_.value(conditions);
    const double wanted = load_.nearer_edge(told).value_or(told);
    now.azimuth = turning_.follow(start[1], start[1] + wrapped(wanted - start[1]), duration);
    return now;
  }

  double delivered(const StageConditions& conditions, const Setting& now,
                   const Kinematics& bodies) const {
    if (load_.azimuth_rate && load_.nearer_edge(now.azimuth)) return 0.0;
    if (std::isinf(load_.loss_speed)) return now.thrust;
    const double past = HullMotion(current_.at(conditions.at.time), point_, bodies).speed();
    return now.thrust * std::max(1.0 - past / load_.loss_speed, 0.0);
  }

  Thruster load_;
  Attachment point_;
  FadedCurrent current_;
  Actuator drive_, turning_;
  Command thrust_, azimuth_;
  std::size_t place_;
  std::vector<double> at_end_;
};

/// Azimuths on the edge of a sector are outside the sector.
constexpr double kOnEdge = 1e-9;  // rad

}  // namespace

std::optional<double> Thruster::nearer_edge(double at) const {
  for (std::size_t i = 0; i + 1 < forbidden_deg.size(); i += 2) {
    const double from = forbidden_deg[i] * kRadiansPerDegree;
    const double to = forbidden_deg[i + 1] * kRadiansPerDegree;
    const double half = 0.5 * (to - from);
    const double off = wrapped(at - (from + half));  // angle from the middle of the sector
    if (std::abs(off) >= half - kOnEdge) continue;
    return off < 0.0 ? from : to;
  }
  return std::nullopt;
}

void Thruster::complete(const Model& /*model*/) {
  if (!min_thrust) min_thrust = least_thrust();
}

void Thruster::check(const Model& /*model*/, const std::string& path,
                     Violations& violations) const {
  const bool wrong_least = least_thrust() < -max_thrust || least_thrust() > max_thrust;
  const bool wrong_thrust = thrust < least_thrust() || thrust > max_thrust;
  violations.require(!wrong_least, path + ".min_thrust",
                     "must lie within -max_thrust to max_thrust",
                     fmt::format("{}", least_thrust()));
  violations.require(!wrong_thrust, path + ".thrust", "must lie within min_thrust to max_thrust",
                     fmt::format("{}", thrust));
  violations.require(forbidden_deg.size() % 2 == 0, path + ".forbidden_deg",
                     "must be pairs of from and to", fmt::format("{}", forbidden_deg.size()));
  violations.require(forbidden_deg.empty() || azimuth_rate, path + ".forbidden_deg",
                     "must be omitted where the thruster does not turn", "sectors");
  for (std::size_t i = 0; i + 1 < forbidden_deg.size(); i += 2) {
    const double width = forbidden_deg[i + 1] - forbidden_deg[i];
    const bool wrong_width = width <= 0.0 || width >= 360.0;
    violations.require(!wrong_width, fmt::format("{}.forbidden_deg[{}]", path, i + 1),
                       "must lie within a turn after where the sector begins",
                       fmt::format("{} after {}", forbidden_deg[i + 1], forbidden_deg[i]));
  }
}

std::string Thruster::linear_limit(const std::string& name) const {
  return fmt::format("thruster {} is linear: it keeps thrust and azimuth", name);
}

std::unique_ptr<ForceElement> make_element(const Thruster& load, const LoadSite& site) {
  return std::make_unique<ThrusterElement>(load, site);
}

}  // namespace raftup::solver
