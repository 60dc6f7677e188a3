#include "solver/model/loads/autopilot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/loads/control/sample_clock.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/model/loads/rudder.hpp"

namespace raftup::solver {

namespace {

/// Returns the smallest maximum angle of an autopilot's rudders [rad].
double limit_of(const Autopilot& load, const Model& model) {
  double limit = std::numeric_limits<double>::infinity();
  for (const std::string& name : load.rudders) {
    const auto* rudder = find_load<Rudder>(model.loads, name);
    if (rudder != nullptr) limit = std::min(limit, rudder->max_angle);
  }
  return limit;
}

class AutopilotElement final : public ForceElement {
 public:
  AutopilotElement(const Autopilot& load, const LoadSite& site)
      : load_(load),
        body_(find_body(site.model, load.body)),
        limit_(limit_of(load, site.model)),
        clock_(load.sample_time, site.model.step_ns),
        target_(site, Autopilot::kCommands[0].name, load.own_command(Autopilot::kCommands[0].name)),
        place_(site.place) {}

  void initialize(const Kinematics& bodies, State& state) const override {
    const double side = load_.zigzag && load_.zigzag->rudder < 0.0 ? -1.0 : 1.0;
    state.loads[place_].values =
        sampled({0.0, 0.0, side}, load_.heading, {0.0, 0.0}, bodies[body_]).values();
  }

  void finish(const StageConditions& conditions, const Kinematics& bodies) override {
    at_end_ = conditions.state.loads[place_].values;
    if (!clock_.due(conditions.state.step_index)) return;
    at_end_ = sampled(Memory(at_end_), target_.value(conditions),
                      {conditions.at.time, clock_.interval()}, bodies[body_])
                  .values();
  }
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

  void add(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
           Forces& /*forces*/) override {}

  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    outputs[0] = Memory(conditions.state.loads[place_].values).command;
    outputs[1] = wrapped(bodies[body_].heading.angle() - target_.value(conditions));
  }

 private:
  /// The state of the autopilot, stored in LoadState::values.
  struct Memory {
    double command;   ///< rudder command [rad]; Autopilot::controls() returns its place
    double integral;  ///< integral of the heading error e [rad s]
    double side;      ///< zig-zag: +1 for rudder to starboard, -1 to port

    Memory(double first, double second, double third)
        : command(first), integral(second), side(third) {}
    explicit Memory(const std::vector<double>& values) : Memory(values[0], values[1], values[2]) {}
    std::vector<double> values() const { return {command, integral, side}; }
  };
  struct Sample {
    double time, since_last;  ///< s
  };

  Memory sampled(Memory memory, double target, const Sample& at, const BodyKinematics& body) const {
    const double error = wrapped(body.heading.angle() - target);
    if (load_.zigzag && at.time >= load_.zigzag->start) {
      order(*load_.zigzag, -error, memory);
    } else {
      steer(error, body.velocity[5], at.since_last, memory);
    }
    return memory;
  }

  void steer(double error, double rate, double since_last, Memory& memory) const {
    const double integral = memory.integral + error * since_last;
    const double wanted =
        load_.proportional * error + load_.derivative * rate + load_.integral * integral;
    if (std::abs(wanted) <= limit_ || wanted * error < 0.0) memory.integral = integral;
    memory.command = std::clamp(
        load_.proportional * error + load_.derivative * rate + load_.integral * memory.integral,
        -limit_, limit_);
  }

  /// Sets the command of a zig-zag test.
  /// @param turned change of heading to starboard [rad]
  static void order(const ZigZag& test, double turned, Memory& memory) {
    if (memory.side * turned >= test.heading) memory.side = -memory.side;
    memory.command = memory.side * std::abs(test.rudder);
  }

  Autopilot load_;
  std::size_t body_;
  double limit_;  ///< rad
  SampleClock clock_;
  Command target_;
  std::size_t place_;
  std::vector<double> at_end_;
};

}  // namespace

std::vector<ControlledChannel> Autopilot::controls(const Model& /*model*/) const {
  std::vector<ControlledChannel> controlled;
  for (const std::string& rudder : rudders) {
    controlled.push_back({rudder, Rudder::kCommands[0].name, 0});
  }
  return controlled;
}

void Autopilot::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(!rudders.empty(), path + ".rudders", "must name a rudder", "none");
  for (std::size_t i = 0; i < rudders.size(); ++i) {
    const auto* rudder = find_load<Rudder>(model.loads, rudders[i]);
    const std::string at = fmt::format("{}.rudders[{}]", path, i);
    violations.require(rudder != nullptr && rudder->body == body, at,
                       "must name a rudder of the same body", fmt::format("'{}'", rudders[i]));
    require_one_writer(model, rudders[i], Rudder::kCommands[0].name, at, violations);
  }
  SampleClock::check(sample_time, model.step_ns, path + ".sample_time", violations);
}

void ZigZag::check(const Model& /*model*/, const std::string& path, Violations& violations) const {
  violations.require(rudder != 0.0, path + ".rudder_deg", "must not be 0", "0");
}

std::string Autopilot::linear_limit(const std::string& name) const {
  return fmt::format("autopilot {}: it does not steer here, its rudders keep their angles", name);
}

std::unique_ptr<ForceElement> make_element(const Autopilot& load, const LoadSite& site) {
  return std::make_unique<AutopilotElement>(load, site);
}

}  // namespace raftup::solver
