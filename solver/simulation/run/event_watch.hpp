#pragma once

#include <optional>
#include <vector>

#include "solver/simulation/outputs/output_reader.hpp"

namespace raftup::solver {

/// What events may change before a step is computed.
class EventsBefore {
 public:
  explicit EventsBefore(const State& state)
      : events_(state.events), firing_steps_(state.firing_steps) {
    if (!events_.empty()) inputs_ = state.inputs;
  }

  /// @returns true if there is anything that events may have changed
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

/// Fires the events of one simulation. What they do is written as samples of inputs, so that steps
/// need to know nothing of events and a state holds all that is still to come.
/// @source Simulation::step() calls fire() where a step begins, before it is computed.
class EventWatch {
 public:
  /// @param model  checked, with its add_event_inputs(); outlives the object
  /// @param reader reads the outputs of the model; outlives the object
  EventWatch(const Model& model, OutputReader& reader);

  /// One state for each event.
  std::vector<EventState> initial_states() const;

  /// Fires the events whose time has come where the state stands: counts them in the state, and
  /// writes their samples into its inputs.
  /// @returns true if one has fired, so that inputs have changed
  /// @throws what reading the outputs throws, and Error(kFailedPrecondition) where events have fired
  ///         at kMostRunning steps running; the state is then unchanged
  bool fire(State& state);

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
    /// Of a lock that takes the present position of its dof, which is the sample instead of `value`.
    std::optional<Watched> position = {};
    std::size_t dof = 0;
  };

  double time_of(std::int64_t step) const { return 1e-9 * static_cast<double>(step * step_ns_); }
  /// Moves the state of an event to an instant. @returns true if it fires there
  bool advance(std::size_t event, const State& state, EventState& next);
  bool advance_condition(const Event& event, double number, std::int64_t step,
                         EventState& next) const;
  Watched watch(const std::string& output) const;
  std::vector<Target> targets_of(const EventAction& action) const;
  void act(const Target& target, std::int64_t step, InputSeries& series) const;

  const Model& model_;
  OutputReader& reader_;
  std::int64_t step_ns_;
  std::vector<Watched> watched_;              ///< by event
  std::vector<std::vector<Target>> targets_;  ///< by event
};

}  // namespace raftup::solver
