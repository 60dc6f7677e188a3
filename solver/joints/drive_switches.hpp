#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/model/joints/joint.hpp"

namespace raftup::solver {

/// Which drives of the joints of a model act in the present step.
class DriveSwitches {
 public:
  /// Adds the drives of a further joint, as they are at t = 0.
  void add(const Joint& joint) {
    std::vector<std::uint8_t>& off = off_at_first_.emplace_back();
    for (const JointDrive& drive : joint.drives)
      off.push_back(drive.enabled.value_or(true) ? 0 : 1);
    off_.push_back(off);
  }

  /// Lets the drives of a joint act as at t = 0.
  void reset(std::size_t joint) noexcept { off_[joint] = off_at_first_[joint]; }
  void set(std::size_t joint, std::size_t drive, bool acts) { off_[joint][drive] = acts ? 0 : 1; }

  bool acts(std::size_t joint, std::size_t drive) const { return off_[joint][drive] == 0; }
  /// For each drive of a joint 1 if it is switched off, else 0.
  std::span<const std::uint8_t> off(std::size_t joint) const { return off_[joint]; }

 private:
  std::vector<std::vector<std::uint8_t>> off_at_first_, off_;  ///< by joint and drive
};

}  // namespace raftup::solver
