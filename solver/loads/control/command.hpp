#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

struct StageConditions;

/// The command of a channel of a load (commands_of()), held through a step: that of the input that
/// writes it, else that of the controller that does, else what the load itself says. An input that
/// has no sample yet leaves the load's own. Everything is read where the step starts, so that the
/// order of loads has no part in it.
class Command {
 public:
  /// @param initial what the load itself says
  Command(const LoadSite& site, std::string_view channel, double initial);

  double value(const StageConditions& conditions) const;

 private:
  struct Place {
    std::size_t load, value;  ///< in State::loads, in its values
  };

  double initial_;
  std::optional<std::size_t> input_;  ///< index in the model
  std::optional<Place> controller_;
};

/// The value of an input that is held, where the step starts; none before its first sample.
std::optional<double> held_input(std::size_t input, const StageConditions& conditions);

/// Notes where something else writes a channel that a load or an input writes.
void require_one_writer(const Model& model, const std::string& load, const std::string& channel,
                        const std::string& path, Violations& violations);

}  // namespace raftup::solver
