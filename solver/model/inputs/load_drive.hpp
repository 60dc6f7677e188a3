#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with the command of a winch: the speed at which it hauls in [m/s] or, for a winch of
/// constant tension, that tension [N, >= 0]. It is constant through a step.
struct LoadDrive {
  static constexpr std::string_view kKind = "load_drive";

  std::string load;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.load);
  }

  /// The channel of the winch that the input writes: "speed" [m/s] or "force" [N].
  std::string_view channel(const Model& model) const;
  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

}  // namespace raftup::solver
