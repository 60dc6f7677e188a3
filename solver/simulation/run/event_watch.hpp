#pragma once

#include <optional>
#include <vector>

#include "solver/simulation/outputs/output_reader.hpp"
#include "solver/simulation/run/run_end.hpp"

namespace raftup::solver {

/// A copy of the parts of a state that events can change, made before the events of a step fire. It
/// serves to undo their effect if the step fails.
class EventsBefore {
 public:
  explicit EventsBefore(const State& state)
      : events_(state.events), firing_steps_(state.firing_steps) {
    if (!events_.empty()) inputs_ = state.inputs;
  }

  /// Restores the states of the events, the number of firing steps and the inputs of a state as
  /// they were before the events of the step fired.
  /// @returns true if the model has events, so that inputs may have changed
  bool take_back(State& state) const {
    if (events_.empty()) return false;
    state.events = events_;
    state.firing_steps = firing_steps_;
    state.inputs = inputs_;
    return true;
  }

 private:
  std::vector<EventState> events_;
  std::int64_t firing_steps_;
  std::vector<InputSeries> inputs_;
};

/// Fires the events of one simulation. Their actions are written as samples of inputs, which may
/// lie in the future. The steppers therefore do not depend on events, and the state contains all
/// actions that are still to come. Simulation::step() calls fire() at the start of each step,
/// before the step is computed.
class EventWatch {
 public:
  /// @param model  a checked model to which add_event_inputs() was applied; must outlive the object
  /// @param reader reads the outputs of the model; must outlive the object
  EventWatch(const Model& model, OutputReader& reader);

  /// The states of the events at t = 0, one for each event of the model.
  std::vector<EventState> initial_states() const;

  /// Fires the events whose time or condition is reached in a state. It updates the states of the
  /// events and writes the samples of their actions to the inputs in the state.
  /// @returns true if an event has fired, so that inputs have changed
  /// @throws any error of OutputReader::read(); Error(kFailedPrecondition) if events have fired in
  ///         kMostRunning consecutive steps; the state is then unchanged
  bool fire(State& state);

  /// Indices of the events that have fired in the last fire().
  const std::vector<std::size_t>& fired() const { return fired_; }

  /// The end of the run, if an event has ended it at a state or before. Of several events it is the
  /// first of the model.
  std::optional<RunEnd> end_of(const State& state) const;

  static constexpr std::int64_t kMostRunning = 1000;

 private:
  /// An output that is read when an event is looked at, or when it fires.
  struct Watched {
    std::size_t output = 0;       ///< index
    std::vector<double> numbers;  ///< scratch
  };
  /// A sample of an input that follows from an action.
  struct Target {
    std::size_t input;
    std::vector<double> value;
    double delay, over;  ///< s
    /// Of a lock that takes the present position of its dof, which is the sample instead of
    /// `value`.
    std::optional<Watched> position = {};
    std::size_t dof = 0;
  };

  double time_of(std::int64_t step) const { return 1e-9 * static_cast<double>(step * step_ns_); }
  /// Updates the state of an event for the instant of `state`.
  /// @returns true if the event fires at this instant
  bool advance(std::size_t event, const State& state, EventState& next);
  bool advance_condition(const Event& event, double number, std::int64_t step,
                         EventState& next) const;
  Watched watch(const std::string& output) const;
  std::vector<Target> targets_of(const EventAction& action) const;
  void act(const Target& target, std::int64_t step, InputSeries& series) const;
  /// Sets the step with which an event that has fired ends the run, if it does.
  void plan_end(const Event& event, std::int64_t step, EventState& next) const;

  const Model& model_;
  OutputReader& reader_;
  std::int64_t step_ns_;
  std::vector<Watched> watched_;              ///< one for each event
  std::vector<std::vector<Target>> targets_;  ///< targets of the actions of each event
  std::vector<std::size_t> fired_;            ///< see fired()
};

}  // namespace raftup::solver
