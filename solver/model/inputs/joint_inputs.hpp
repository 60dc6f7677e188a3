#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with the command of a drive of a joint: Motor::speed [m/s, rad/s], LockDrive::position
/// [m, rad] or SpringDamper::rest [m, rad]. Until the first sample, the value in the description of
/// the drive applies.
struct JointCommand {
  static constexpr std::string_view kKind = "joint_command";

  std::string joint;
  std::size_t drive = 0;  ///< index into Joint::drives

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("joint", self.joint);
    field("drive", self.drive);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// An input that enables or disables a joint. The joint acts in a step if the value at its start is
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

/// Whether a drive of a joint acts, streamed by a client: it does in a step at whose start the
/// value is not 0. A lock that is switched on goes where its command says.
struct DriveEnabled {
  static constexpr std::string_view kKind = "drive_enabled";

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

}  // namespace raftup::solver
