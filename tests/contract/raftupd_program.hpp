#pragma once

#include <string>
#include <vector>

#include "tests/contract/child_program.hpp"

namespace raftup::testing {

/// A raftupd of its own.
class RaftupdProgram : public ChildProgram {
 public:
  /// @param descriptor_limit most descriptors that it may have, hard; 0 = as this program
  explicit RaftupdProgram(const std::vector<std::string>& arguments, int descriptor_limit = 0);

  /// The address in its first line.
  std::string address();
  void terminate() const;
};

}  // namespace raftup::testing
