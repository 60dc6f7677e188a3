#pragma once

#include <vector>

#include "solver/model/statistics/statistics.hpp"
#include "solver/simulation/outputs/output_reader.hpp"

namespace raftup::solver {

/// Adds the outputs of one simulation to the statistics in its state. Without Model::statistics all
/// functions except report() do nothing.
/// Call order: sample() at the start of each step, add() when the step has succeeded.
class StatisticsRecorder {
 public:
  /// @param model  a checked model; must outlive the recorder
  /// @param reader reads the outputs of the model; must outlive the recorder
  StatisticsRecorder(const Model& model, OutputReader& reader);

  StatisticsState initial_state() const;

  /// Reads the outputs at the end of the last step, and reserves memory in the state for their
  /// statistics.
  /// @throws any error of OutputReader::read(); the statistics are then unchanged
  void sample(State& state);
  /// Adds the outputs that sample() has read to the statistics. It must be called before the step
  /// index of the state advances.
  void add(State& state) const noexcept { add(state.step_index, state.statistics); }

  /// Computes the statistics of all steps up to a state.
  /// @throws any error of OutputReader::read(); Error(kFailedPrecondition) without
  ///         Model::statistics
  StatisticsReport report(const State& state);

 private:
  /// The limits of one number of an output. `place` is the index of this number among all numbers
  /// that are read.
  struct Bound {
    std::size_t place;
    double below, above;
  };

  std::size_t read_also(const std::string& output);
  void read(const State& state);
  void make_room(StatisticsState& statistics) const;
  void add(std::int64_t step_index, StatisticsState& statistics) const noexcept;
  /// Number of samples in the statistics after a number of steps, which is the number of steps
  /// after the warm-up of the recorded stages.
  std::int64_t samples(std::int64_t step_index) const noexcept;

  const Model& model_;
  OutputReader& reader_;
  std::int64_t warm_up_steps_ = 0;
  /// Step at which the statistics begin, see first_recorded_step(); what it begins with counts as
  /// little as t = 0 does without stages.
  std::int64_t first_step_ = 0;
  /// indices of the outputs that are read; outputs that only limits need come last
  std::vector<std::size_t> outputs_;
  std::vector<std::size_t> first_;  ///< index in values_ of the first number of each output
  /// true if turning points are stored, for each number that has statistics
  std::vector<bool> keeps_turning_points_;
  std::vector<Bound> bounds_;
  std::vector<double> values_;  ///< scratch memory: the numbers of one sample
};

}  // namespace raftup::solver
