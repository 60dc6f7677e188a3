#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solver/simulation/run/run_end.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// What the events of a session's model have done since t = 0. Clients are told of it, no step depends
/// on it.
class FiredEvents {
 public:
  struct Firing {
    std::int64_t step_index;  ///< number of steps that had been taken when the event fired
    std::size_t event;        ///< index in the model
  };
  /// Largest number of firings that are kept: 1.6 MB.
  static constexpr std::size_t kMost = 100'000;

  /// Takes a step of the simulation and notes the events that fire and the end of the run.
  /// @throws any error of Simulation::step()
  void step(solver::Simulation& simulation);
  /// Forgets what has happened at a step or later, since the session has returned there.
  void return_to(std::int64_t step_index);

  /// Takes what had happened before a state that the session goes on from. Without any firings, as in
  /// snapshots of earlier versions, those of this session before the state are kept.
  void go_on_from(std::int64_t step_index, const std::vector<Firing>& firings);

  /// In the order of time.
  const std::vector<Firing>& all() const { return firings_; }
  /// Indices of the events that fired at the start of the last step, or where the run has ended.
  const std::vector<std::size_t>& last() const { return last_; }
  /// The end of the run, if the last step that was asked for could not be taken because of it.
  const std::optional<solver::RunEnd>& end() const { return end_; }

 private:
  void note(std::int64_t step_index, const std::vector<std::size_t>& events);

  std::vector<Firing> firings_;
  std::vector<std::size_t> last_;
  std::vector<std::int64_t> counts_;  ///< scratch: how often each event had fired before the step
  std::optional<solver::RunEnd> end_;
};

}  // namespace raftup::server
