#include "solver/loads/winch.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

/// A line that slipped to the end of a step is as far from its limit as rounding brings it.
constexpr double kAtLimit = 1e-9;

std::optional<std::size_t> drive_input(const Model& model, const std::string& load) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto* drive = std::get_if<LoadDrive>(&model.inputs[i].kind);
    if (drive != nullptr && drive->load == load) return i;
  }
  return std::nullopt;
}

}  // namespace

WinchElement::WinchElement(const Winch& load, const std::string& name, const Model& model,
                           const Kinematics& initial)
    : point1_(load.body1, load.point1, model),
      point2_(load.body2, load.point2, model),
      description_(load),
      input_(drive_input(model, name)),
      initial_length_(
          std::clamp(load.length ? *load.length
                                 : (point2_.position(initial) - point1_.position(initial)).norm(),
                     load.min_length, load.max_length)),
      length_(initial_length_) {}

double WinchElement::command(const StageConditions& conditions) const {
  if (!input_) return description_.command;
  const InputSeries& series = conditions.state.inputs[*input_];
  const auto times = series.times_ns();
  const double start = conditions.at.step_start;
  if (times.empty() || 1e-9 * static_cast<double>(times.front()) > start) {
    return description_.command;
  }
  double value = 0.0;
  series.evaluate(start, {&value, 1});
  return value;
}

WinchElement::Drum WinchElement::following(double tension, const StraightLine& line) const {
  const double wanted = line.length() - tension / description_.stiffness;
  const double length = std::clamp(wanted, description_.min_length, description_.max_length);
  return {length, length == wanted ? line.rate() : 0.0, length != wanted};
}

WinchElement::Drum WinchElement::drum(const StageConditions& conditions,
                                      const StraightLine& line) const {
  const double value = command(conditions);
  if (description_.control == WinchControl::kForce) return following(std::max(value, 0.0), line);
  const double wanted = length_ - value * (conditions.at.time - conditions.at.step_start);
  const double length = std::clamp(wanted, description_.min_length, description_.max_length);
  const bool at_end =
      value > 0.0 ? length <= description_.min_length : length >= description_.max_length;
  const double rate = at_end ? 0.0 : -value;
  const double limit = description_.force_limit;
  const double elastic = description_.stiffness * (line.length() - length);
  const bool at_limit = elastic > limit * (1.0 - kAtLimit) && line.rate() > rate;
  if (elastic > limit || at_limit) return following(limit, line);
  return {length, rate, true};
}

double WinchElement::tension(const Drum& drum, const StraightLine& line) const {
  if (line.length() <= drum.length) return 0.0;
  const double elastic = description_.stiffness * (line.length() - drum.length);
  const double tension = std::max(elastic + description_.damping * (line.rate() - drum.rate), 0.0);
  const bool slips =
      description_.control == WinchControl::kSpeed && drum.length < description_.max_length;
  return slips ? std::min(tension, description_.force_limit) : tension;
}

LoadState WinchElement::state_at(const StageConditions& conditions,
                                 const Kinematics& bodies) const {
  return {drum(conditions, {point1_, point2_, bodies}).length};
}

void WinchElement::add(const StageConditions& conditions, const Kinematics& bodies,
                       BodyVectors& wrenches) const {
  const StraightLine line(point1_, point2_, bodies);
  line.add_tension(tension(drum(conditions, line), line), wrenches);
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

std::optional<LineReading> WinchElement::read_line(const StageConditions& conditions,
                                                   const Kinematics& bodies) const {
  const StraightLine line(point1_, point2_, bodies);
  const Drum drum = this->drum(conditions, line);
  return LineReading{tension(drum, line), drum.length, -drum.rate};
}

}  // namespace raftup::solver
