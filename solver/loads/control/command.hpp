#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

struct StageConditions;

/// The command of a channel of a load (LoadDescription::commands()), which is held through a step: the value of
/// the input that writes the channel, or else of the controller that writes it, or else the load's
/// own.
/// An input without a sample yet leaves the load's own value. All values are read at the start
/// of the step,
/// so that the order of loads does not matter.
class Command {
 public:
  /// @param initial the load's own value
  Command(const LoadSite& site, std::string_view channel, double initial);

  double value(const StageConditions& conditions) const;

 private:
  struct Place {
    std::size_t load, value;  ///< index in State::loads, and index in its values
  };

  double initial_;
  std::optional<std::size_t> input_;  ///< index in the model
  std::optional<Place> controller_;
};

/// The value of a held input at the start of the step; nothing before its first sample.
std::optional<double> held_input(std::size_t input, const StageConditions& conditions);

/// Reports a violation if something else writes a channel that a load or an input writes.
void require_one_writer(const Model& model, const std::string& load, const std::string& channel,
                        const std::string& path, Violations& violations);

}  // namespace raftup::solver
