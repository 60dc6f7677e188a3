#pragma once

#include <optional>
#include <string>
#include <vector>

namespace raftup::solver {

/// A bound of one number; exceeded where the number lies below the one or above the other.
struct StatisticsLimit {
  std::string name;
  std::string output;
  std::optional<int> component;  ///< which of its numbers, from 0; none = the only one
  std::optional<double> below;   ///< in the output's unit
  std::optional<double> above;
};

/// What a simulation accumulates while it runs. A sample is the outputs where a step ends, as the
/// next step finds them: with everything that was written before it was taken.
struct StatisticsOptions {
  double warm_up = 0.0;                     ///< s; steps that end up to here do not count
  std::vector<std::string> outputs;         ///< by name, each once
  std::vector<std::string> turning_points;  ///< of those, whose local extremes are kept in order
  std::vector<StatisticsLimit> limits;      ///< of any output
};

}  // namespace raftup::solver
