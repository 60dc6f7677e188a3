#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// The command of a channel of a load (LoadDescription::commands()), streamed by a client and held
/// through a step: for instance the angle of a rudder, the speed of a propeller, or the heading of an
/// autopilot. Until its first sample the load's own command applies.
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

/// Whether a load acts, streamed by a client: it does in a step at whose start the value is not 0,
/// and before the first sample as Load::enabled says.
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
