#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "solver/model/inputs/input.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Writes the samples of the inputs that have a source, as if a client sent each sample before a
/// step needs it. The next sample to write follows from the samples in the series, so that the
/// state needs no further data. Thread-safe.
class InputSources {
 public:
  /// @param model a checked model; must outlive the object
  explicit InputSources(const Model& model);

  /// A function that returns how far beyond the end of a step the samples of an input of the model
  /// are needed [ns].
  using LookAhead = std::function<std::int64_t(std::size_t input)>;

  /// Writes the samples that a step needs and that are not in the series yet.
  /// @param start_ns start of the step [ns]
  /// @param inputs   series of samples in the state, one for each input of the model
  void feed(std::int64_t start_ns, const LookAhead& look_ahead_ns,
            std::vector<InputSeries>& inputs) const;

  /// Checks that the sources have all samples that a step needs.
  /// @throws Error(kOutOfRange) with the name of the input and the time [s] of its last row
  void require_samples(std::int64_t start_ns, const LookAhead& look_ahead_ns) const;

 private:
  /// A table of samples, prepared before the first step.
  struct Table {
    std::size_t input;
    const SampleTable* rows;
    std::vector<std::int64_t> times_ns;  ///< times of the rows [ns]
    /// True if the first sample applies before its time [s], too: inputs that are interpolated.
    bool known_ahead;

    bool repeats() const { return rows->beyond == BeyondTable::kRepeat; }
    std::int64_t period_ns() const { return times_ns.back() - times_ns.front(); }
    /// Number of rows of one repetition of a table that repeats. Its last row is the first one of
    /// the next repetition.
    std::int64_t turn() const { return static_cast<std::int64_t>(times_ns.size()) - 1; }
    bool has(std::int64_t row) const { return repeats() || row <= turn(); }
    std::int64_t time_of(std::int64_t row) const;
    std::size_t place_of(std::int64_t row) const;
    std::int64_t first_after(std::int64_t time_ns) const;
  };

  static void feed(const Table& table, std::int64_t start_ns, std::int64_t horizon_ns,
                   InputSeries& series);
  void feed(std::size_t input, const Ramp& ramp, std::int64_t start_ns, InputSeries& series) const;

  const Model* model_;
  std::vector<Table> tables_;
  std::vector<std::size_t> ramps_;  ///< indices of the inputs whose source is a ramp
};

}  // namespace raftup::solver
