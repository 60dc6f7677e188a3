#pragma once

#include <vector>

#include "solver/model/statistics/statistics.hpp"
#include "solver/simulation/outputs/output_reader.hpp"

namespace raftup::solver {

/// Samples the outputs of one simulation into the statistics of its state. Without
/// Model::statistics all of it does nothing.
/// Call order: sample() where a step begins, add() where it has succeeded.
class StatisticsRecorder {
 public:
  /// @param model  a checked model; outlives the recorder
  /// @param reader reads the outputs of the model; outlives the recorder
  StatisticsRecorder(const Model& model, OutputReader& reader);

  StatisticsState initial_state() const;

  /// Reads the outputs at the end of the last step, and makes room in the state for their
  /// statistics.
  /// @throws what reading the outputs throws; the statistics are then as before
  void sample(State& state);
  /// Adds the outputs that sample() has read; to be called before the step index of the state
  /// advances.
  void add(State& state) const noexcept { add(state.step_index, state.statistics); }

  /// Returns the statistics that a state has accumulated.
  /// @throws what reading the outputs throws; Error(kFailedPrecondition) without Model::statistics
  StatisticsReport report(const State& state);

 private:
  /// Bounds of one number of an output; `place` is its index among the numbers that are read.
  struct Bound {
    std::size_t place;
    double below, above;
  };

  std::size_t read_also(const std::string& output);
  void read(const State& state);
  void make_room(StatisticsState& statistics) const;
  void add(std::int64_t step_index, StatisticsState& statistics) const noexcept;
  /// Steps behind a state that count.
  std::int64_t samples(std::int64_t step_index) const noexcept;

  const Model& model_;
  OutputReader& reader_;
  std::int64_t warm_up_steps_ = 0;
  std::vector<std::size_t> outputs_;  ///< that are read; those that only limits need come last
  std::vector<std::size_t> first_;    ///< place of the first number of each of them
  std::vector<bool> keeps_turning_points_;  ///< of each number that is accumulated
  std::vector<Bound> bounds_;
  std::vector<double> values_;  ///< scratch: the sample
};

}  // namespace raftup::solver
