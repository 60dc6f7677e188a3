#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace raftup::testing {

/// A raftupd of its own with its output on a pipe; killed with the object.
class RaftupdProgram {
 public:
  /// @param descriptor_limit most descriptors that it may have, hard; 0 = as this program
  explicit RaftupdProgram(std::vector<std::string> arguments, int descriptor_limit = 0);
  ~RaftupdProgram();
  RaftupdProgram(const RaftupdProgram&) = delete;
  RaftupdProgram& operator=(const RaftupdProgram&) = delete;

  /// The next line of its output; empty at the end.
  std::string line();
  bool at_end() const { return feof(output_) != 0; }
  /// The address in its first line.
  std::string address();

  pid_t process() const { return process_; }
  void terminate() const;
  int exit_code();

 private:
  pid_t process_ = 0;
  FILE* output_ = nullptr;
};

}  // namespace raftup::testing
