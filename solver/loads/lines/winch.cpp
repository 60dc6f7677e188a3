#include "solver/model/loads/winch.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/command.hpp"

namespace raftup::solver {

namespace {

/// Relative tolerance of the force limit, for rounding at the end of a step in which the line
/// slipped.
constexpr double kAtLimit = 1e-9;
/// Relative to the length: rounding error of a drum that follows its force.
constexpr double kFollowed = 1e-12;

class WinchElement final : public ForceElement {
 public:
  WinchElement(const Winch& load, const LoadSite& site);

  void initialize(const Kinematics& /*bodies*/, State& state) const override {
    state.loads[place_].length = initial_length_;
  }
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.loads[place_] = at_end_; }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Returns the potential k (d - L)^2 / 2 of a taut line. Changes of L by the drum count as power.
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;

 private:
  struct Drum {
    double length, rate;  ///< L [m], L' [m/s]
    bool held;            ///< true if L does not follow the distance of the points
  };

  Drum drum(const StageConditions& conditions, const StraightLine& line) const;
  Drum turning(double speed, const StageConditions& conditions, const StraightLine& line) const;
  Drum following(double tension, const StraightLine& line) const;
  Drum following(double tension, const StageConditions& conditions, const StraightLine& line) const;
  double tension(const Drum& drum, const StraightLine& line) const;

  std::string name_;
  Attachment point1_, point2_;
  Winch description_;
  Command command_;
  double initial_length_;
  std::size_t place_;  ///< place of L at the start of the step in State::loads
  LoadState at_end_;   ///< state at the end of the step
};

WinchElement::WinchElement(const Winch& load, const LoadSite& site)
    : name_(site.name),
      point1_(load.body1, load.point1, site.model),
      point2_(load.body2, load.point2, site.model),
      description_(load),
      command_(site, load.commands().front().name, load.own_command(load.commands().front().name)),
      initial_length_(std::clamp(
          load.length ? *load.length
                      : (point2_.position(site.initial) - point1_.position(site.initial)).norm(),
          load.min_length, load.max_length)),
      place_(site.place) {}

WinchElement::Drum WinchElement::following(double tension, const StraightLine& line) const {
  const double wanted = line.length() - tension / description_.stiffness;
  const double length = std::clamp(wanted, description_.min_length, description_.max_length);
  return {length, length == wanted ? line.rate() : 0.0, length != wanted};
}

/// Limits a following drum to its greatest speed. A drum whose length differs from the wanted
/// length by more than rounding turns at this speed.
WinchElement::Drum WinchElement::following(double tension, const StageConditions& conditions,
                                           const StraightLine& line) const {
  const Drum wanted = following(tension, line);
  if (!description_.speed_limit) return wanted;
  const double limit = *description_.speed_limit;
  const double reach = limit * (conditions.at.time - conditions.at.step_start);
  const double before = conditions.state.loads[place_].length;
  const double length = std::clamp(wanted.length, before - reach, before + reach);
  const double missing = wanted.length - length;
  if (std::abs(missing) > kFollowed * length) {
    return {length, std::copysign(limit, missing), true};
  }
  const double rate = std::clamp(wanted.rate, -limit, limit);
  return {length, rate, wanted.held || rate != wanted.rate};
}

/// Returns a drum that turns at a given speed, without its force limit.
WinchElement::Drum WinchElement::turning(double speed, const StageConditions& conditions,
                                         const StraightLine& line) const {
  const double length_at_start = conditions.state.loads[place_].length;
  const double wanted = length_at_start - speed * (conditions.at.time - conditions.at.step_start);
  const double length = std::clamp(wanted, description_.min_length, description_.max_length);
  const bool at_end =
      speed > 0.0 ? length <= description_.min_length : length >= description_.max_length;
  const double rate = at_end ? 0.0 : -speed;
  const double elastic = description_.stiffness * (line.length() - length);
  const auto passes = [&](double force, double sign) {
    const double beyond = sign * (elastic - force);
    return beyond > 0.0 || (beyond > -kAtLimit * force && sign * (line.rate() - rate) > 0.0);
  };
  if (description_.render_force && passes(*description_.render_force, 1.0)) {
    return following(*description_.render_force, conditions, line);
  }
  if (description_.recover_force && passes(*description_.recover_force, -1.0)) {
    return following(*description_.recover_force, conditions, line);
  }
  return {length, rate, true};
}

WinchElement::Drum WinchElement::drum(const StageConditions& conditions,
                                      const StraightLine& line) const {
  double value = command_.value(conditions);
  if (description_.force) return following(std::max(value, 0.0), conditions, line);
  if (const auto most = description_.speed_limit) value = std::clamp(value, -*most, *most);
  const Drum drum = turning(value, conditions, line);
  const double limit = description_.force_limit;
  const double elastic = description_.stiffness * (line.length() - drum.length);
  const bool at_limit = elastic > limit * (1.0 - kAtLimit) && line.rate() > drum.rate;
  if (elastic > limit || at_limit) return following(limit, line);
  return drum;
}

double WinchElement::tension(const Drum& drum, const StraightLine& line) const {
  if (line.length() <= drum.length) return 0.0;
  const double elastic = description_.stiffness * (line.length() - drum.length);
  const double tension = std::max(elastic + description_.damping * (line.rate() - drum.rate), 0.0);
  const bool slips = description_.speed && drum.length < description_.max_length;
  return slips ? std::min(tension, description_.force_limit) : tension;
}

void WinchElement::finish(const StageConditions& conditions, const Kinematics& bodies) {
  at_end_.length = drum(conditions, {point1_, point2_, bodies}).length;
}

void WinchElement::add(const StageConditions& conditions, const Kinematics& bodies,
                       Forces& forces) {
  const StraightLine line(point1_, point2_, bodies);
  line.add_tension(tension(drum(conditions, line), line), forces.total);
}

Potential WinchElement::potential(const StageConditions& conditions,
                                  const Kinematics& bodies) const {
  const StraightLine line(point1_, point2_, bodies);
  const Drum drum = this->drum(conditions, line);
  const double stretch = line.length() - drum.length;
  if (stretch <= 0.0) return {};
  const double elastic = description_.stiffness * stretch;
  return {0.5 * elastic * stretch, elastic * (line.rate() - drum.rate)};
}

void WinchElement::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                LoadJacobian& jacobian) const {
  const StraightLine line(point1_, point2_, bodies);
  const Drum drum = this->drum(conditions, line);
  if (tension(drum, line) <= 0.0) return;
  const double elastic = description_.stiffness * (line.length() - drum.length);
  if (drum.held) {
    line.add_jacobian(elastic, description_.stiffness, description_.damping, jacobian);
  } else {
    line.add_jacobian(elastic, 0.0, 0.0, jacobian);
  }
}

void WinchElement::read(const StageConditions& conditions, const Kinematics& bodies,
                        std::span<double> outputs) const {
  const StraightLine line(point1_, point2_, bodies);
  const Drum drum = this->drum(conditions, line);
  outputs[0] = tension(drum, line);
  outputs[1] = drum.length;
  outputs[2] = -drum.rate;
}

std::vector<Drawing> WinchElement::drawings(const StageConditions& conditions,
                                            const Kinematics& bodies) const {
  const StraightLine line(point1_, point2_, bodies);
  const Drum drum = this->drum(conditions, line);
  const double drawn = tension(drum, line);
  Drawing drawing(DrawingKind::kLine, name_);
  drawing.add_place(0.0, point1_.position(bodies), drawn);
  drawing.add_place(drum.length, point2_.position(bodies), drawn);
  return {std::move(drawing)};
}

}  // namespace

void Winch::complete(const Model& model) {
  if (!length) length = initial_distance(model, *this);
}

void Winch::check(const Model& /*model*/, const std::string& path, Violations& violations) const {
  violations.require(speed.has_value() != force.has_value(), path, "must have one of speed, force",
                     speed ? "both" : "neither");
  violations.require(max_length > min_length, path + ".max_length", "must exceed min_length",
                     fmt::format("{}", max_length));
  for (const auto& [name, given] :
       {std::pair{".render_force", render_force}, std::pair{".recover_force", recover_force}}) {
    violations.require(!given || speed, path + name, "must be omitted where a force is given",
                       fmt::format("{}", given.value_or(0.0)));
  }
  const double most = render_force.value_or(force_limit);
  violations.require(!recover_force || *recover_force <= most, path + ".recover_force",
                     "must not exceed render_force or force_limit",
                     fmt::format("{}", recover_force.value_or(0.0)));
  violations.require(!render_force || *render_force <= force_limit, path + ".render_force",
                     "must not exceed force_limit", fmt::format("{}", render_force.value_or(0.0)));
}

void Winch::check_command(const std::string& name, std::string_view channel, double value) const {
  require(channel != "force" || value >= 0.0,
          fmt::format("force of winch '{}' must not be negative, got {}", name, value));
}

std::string Winch::linear_limit(const std::string& name) const {
  return fmt::format("winch {} is linear: {}", name,
                     force ? "its tension stays" : "its drum stands still");
}

std::unique_ptr<ForceElement> make_element(const Winch& load, const LoadSite& site) {
  return std::make_unique<WinchElement>(load, site);
}

}  // namespace raftup::solver
