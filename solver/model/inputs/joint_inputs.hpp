#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// The number that a drive of a joint works with, streamed by a client: Motor::speed,
/// LockDrive::position, SpringDamper::rest. Until the first sample the description's own holds.
struct JointCommand {
  static constexpr std::string_view kKind = "joint_command";

  std::string joint;
  std::size_t drive = 0;  ///< index into its drives

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("joint", self.joint);
    field("drive", self.drive);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// Whether a joint acts, streamed by a client: it does through a step at whose start the value is
/// not 0.
struct JointEnabled {
  static constexpr std::string_view kKind = "joint_enabled";

  std::string joint;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.joint);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
