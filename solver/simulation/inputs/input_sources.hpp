#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "solver/model/inputs/input.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Writes the samples of the inputs that have a source, as a client would that sends each of them
/// before a step needs it. What was written follows from the samples that a series still has, so
/// that a state needs nothing more. Thread-safe.
class InputSources {
 public:
  /// @param model a checked one; must outlive the object
  explicit InputSources(const Model& model);

  /// How far beyond the end of a step the samples of an input of the model are needed [ns].
  using LookAhead = std::function<std::int64_t(std::size_t input)>;

  /// Writes the samples that a step needs which are not there yet.
  /// @param start_ns where the step begins
  /// @param inputs   of the state, one for each input of the model
  void feed(std::int64_t start_ns, const LookAhead& look_ahead_ns,
            std::vector<InputSeries>& inputs) const;

  /// Refuses a step that no source has samples for.
  /// @throws Error(kOutOfRange) with the name of the input and the time [s] of its last row
  void require_samples(std::int64_t start_ns, const LookAhead& look_ahead_ns) const;

 private:
  /// A table as far as it is known before any step.
  struct Table {
    std::size_t input;
    const SampleTable* rows;
    std::vector<std::int64_t> times_ns;  ///< of the rows
    bool known_ahead;                    ///< true if the samples count before the first one's time

    bool repeats() const { return rows->beyond == BeyondTable::kRepeat; }
    std::int64_t period_ns() const { return times_ns.back() - times_ns.front(); }
    /// Rows of one time through a table that repeats; its last row belongs to the next time.
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
  std::vector<std::size_t> ramps_;  ///< the inputs that have one
};

}  // namespace raftup::solver
