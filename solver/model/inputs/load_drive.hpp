#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// The command of a winch, streamed by a client and held through a step: the speed at which it
/// hauls in [m/s], or the tension that it keeps [N, >= 0], as the winch says.
struct LoadDrive {
  static constexpr std::string_view kKind = "load_drive";

  std::string load;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.load);
  }

  /// "speed" [m/s] or "force" [N]: the channel of LoadCommand that it writes.
  std::string_view channel(const Model& model) const;
  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

}  // namespace raftup::solver
