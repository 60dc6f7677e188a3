#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

struct StageConditions;

/// The command of a channel of a load (LoadDescription::commands()), which is constant through a
/// step. It is the value of the input that writes the channel, if there is one; otherwise the value
/// of the controller that writes the channel; otherwise the value in the load's own description. If
/// the input has no sample yet, the load's own value is used. All values are read at the start of
/// the step, so that the order of the loads has no effect.
class Command {
 public:
  /// @param initial value in the load's own description
  Command(const LoadSite& site, std::string_view channel, double initial);

  double value(const StageConditions& conditions) const;

 private:
  struct Place {
    std::size_t load, value;  ///< index of the controller in State::loads, and index in its values
  };

  double initial_;
  std::optional<std::size_t> input_;  ///< index of the input in the model
  std::optional<Place> controller_;
};

/// Returns the value of a held input at the start of the step; none before its first sample.
std::optional<double> held_input(std::size_t input, const StageConditions& conditions);

/// Adds a violation if a channel of a load is written by more than one input or controller.
void require_one_writer(const Model& model, const std::string& load, const std::string& channel,
                        const std::string& path, Violations& violations);

}  // namespace raftup::solver
