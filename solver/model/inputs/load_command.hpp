#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with the command of a channel of a load (LoadDescription::commands()), for instance the
/// angle of a rudder [rad], the speed of a propeller [1/s], or the heading of an autopilot [rad].
/// It is constant through a step. Until the first sample, the command in the description of the
/// load applies.
struct LoadCommand {
  static constexpr std::string_view kKind = "load_command";

  std::string load;
  std::string channel;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("load", self.load);
    field("channel", self.channel);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

/// An input that switches a load on or off. The load acts in a step if the value at its start is
/// not 0. Before the first sample, Load::enabled applies.
struct LoadEnabled {
  static constexpr std::string_view kKind = "load_enabled";

  std::string load;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.load);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
