#pragma once

#include <optional>
#include <span>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/water/groups/axis_configuration.hpp"

namespace raftup::solver {

/// The axes of families of databases whose values do not follow from poses alone: those of inputs,
/// of speeds, and all with a low-pass filter. Their values and rates at an instant are written to
/// BodyKinematics::axes, as the poses of bodies with a prescribed motion are.
class GivenAxes {
 public:
  /// @param places index of each hydrodynamic group of the model in State::configuration_filters
  GivenAxes(const Model& model, std::span<const std::size_t> places);

  /// True if no axis of the model is given.
  bool empty() const { return groups_.empty(); }

  /// Sets the axes at t = 0, with filters in their steady state.
  void begin(Kinematics& bodies) const;
  /// Sets the axes at an instant of the step that starts from a state. Nothing happens if no axis
  /// is given.
  void impose(const StageConditions& conditions, Kinematics& bodies) const;

 private:
  friend class AxisFilters;

  struct Axis {
    std::size_t index;  ///< index of the axis in its group
    AxisReading reading;
    std::optional<LowPass> filter;
    std::optional<std::size_t> input;  ///< index of the input in the model
    double input_start = 0.0;          ///< value of the input at t = 0
    std::size_t place = 0;             ///< of the filter in ConfigurationFilters::values
  };
  struct Group {
    std::size_t place;    ///< index in State::configuration_filters
    std::size_t carrier;  ///< index of the body that carries the values
    std::vector<Axis> axes;

    bool has_filters() const;
  };

  static Group read(const Model& model, const AxisConfiguration& configuration, std::size_t place);
  static double start_of(const Axis& axis, const Kinematics& bodies);
  static double input_of(const Axis& axis, const StageConditions& conditions);
  static double value_of(const Axis& axis, const StageConditions& conditions,
                         const Kinematics& bodies);

  std::vector<Group> groups_;
};

/// Advances the low-pass filters of the axes of one hydrodynamic group from step to step, by the
/// trapezoidal rule. It exerts no force [N].
class AxisFilters final : public ForceElement {
 public:
  /// True if any axis of a family of databases of the group has a filter.
  static bool act_in(const HydrodynamicGroup& group);

  /// @param place index of the group in State::configuration_filters
  AxisFilters(const Model& model, const HydrodynamicGroup& group, std::size_t place);

  void initialize(const Kinematics& bodies, State& state) const override;
  void add(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
           Forces& /*forces*/) override {}
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override;

 private:
  GivenAxes::Group group_;
  std::vector<double> at_end_;  ///< state of the filters at the end of the step
};

/// Poses and velocities of the bodies of a model at t = 0 as initial_kinematics(), with the values
/// of the axes of families of databases.
Kinematics configured_kinematics(const Model& model);

}  // namespace raftup::solver
